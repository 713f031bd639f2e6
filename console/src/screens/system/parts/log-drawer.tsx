import { Drawer } from 'antd'
import { useFormat } from '../../../lib/format.ts'
import { JsonView } from '../../../ui/json-view.tsx'
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
    { key: 'user', label: text.columns.user, children: row.username },
    { key: 'action', label: text.columns.action, children: row.action },
    { key: 'object', label: text.columns.object, children: row.object_name ?? row.object_id ?? '–' },
    { key: 'ip', label: text.columns.ip, children: row.ip ?? '–' },
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
      {before !== null && <Part title={text.before} text={before} />}
      {after !== null && <Part title={text.after} text={after} />}
      {before === null && after === null && <p className="sl-muted">{text.nothing}</p>}
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
