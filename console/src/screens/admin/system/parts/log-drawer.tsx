import { useFormat } from '../../../../lib/format.ts'
import { Drawer } from '../../../../ui/drawer.tsx'
import { JsonView } from '../../../../ui/json-view.tsx'
import { listChanges } from '../list-changes.ts'
import type { LogRow } from '../operation-log.tsx'
import { useText } from '../use-text.ts'

export interface LogDrawerProps {
  readonly row: LogRow
  onClose(): void
}

/** One operation with the object before and after. */
export function LogDrawer({ row, onClose }: LogDrawerProps) {
  const text = useText()
  return (
    <Drawer size={640} title={text.drawer} open onClose={onClose}>
      <Change row={row} />
    </Drawer>
  )
}

function Change({ row }: { readonly row: LogRow }) {
  const text = useText()
  const format = useFormat()
  const items = [
    { key: 'time', label: text.columns.time, children: format.time(row.created_at) },
    {
      key: 'user',
      label: text.columns.user,
      children: row.role === null ? row.username : `${row.username} (${row.role})`,
    },
    { key: 'action', label: text.columns.action, children: `${row.action_name} · ${row.action}` },
    { key: 'object', label: row.object_type_name, children: row.object_name ?? row.object_id ?? '–' },
    { key: 'result', label: text.result, children: text.results[row.result] },
    ...(row.code === null ? [] : [{ key: 'reason', label: text.reason, children: row.code }]),
    { key: 'ip', label: text.columns.ip, children: row.ip ?? '–' },
    { key: 'client', label: text.client, children: row.user_agent ?? '–' },
    ...(row.via === null ? [] : [{ key: 'via', label: text.via, children: row.via }]),
    { key: 'place', label: text.place, children: row.seq ?? '–' },
    { key: 'hash', label: text.hash, children: <code>{row.hash ?? '–'}</code> },
  ]
  const before = toText(row.before)
  const after = toText(row.after)
  return (
    <div className="sl-stack">
      <dl className="sl-facts">
        {items.map(({ key, label, children }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{children}</dd>
          </div>
        ))}
      </dl>
      {before !== null && after !== null && <Changes row={row} />}
      {before !== null && <Part title={text.before} text={before} />}
      {after !== null && <Part title={text.after} text={after} />}
      {before === null && after === null && <p className="sl-muted">{text.nothing}</p>}
    </div>
  )
}

function Changes({ row }: { readonly row: LogRow }) {
  const text = useText()
  const changes = listChanges(row.before, row.after)
  return (
    <div>
      <h3>{text.changes}</h3>
      {changes.length === 0 ? (
        <p className="sl-muted">{text.same}</p>
      ) : (
        <section className="sy-changes" aria-label={text.changes}>
          <table>
            <thead>
              <tr>
                <th scope="col">{text.field}</th>
                <th scope="col">{text.before}</th>
                <th scope="col">{text.after}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(change => (
                <tr key={change.path}>
                  <th scope="row">{change.path}</th>
                  <td className="sy-before">{change.before ?? '–'}</td>
                  <td className="sy-after">{change.after ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  )
}

function Part({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div>
      <h3>{title}</h3>
      <JsonView text={text} label={title} maxHeight={360} />
    </div>
  )
}

const toText = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value))
