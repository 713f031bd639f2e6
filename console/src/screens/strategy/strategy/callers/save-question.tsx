import { Alert } from 'antd'
import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { callLogList } from '../../../gateway/call-log/pages.ts'
import { useCallersText } from '../texts/use-callers-text.ts'
import { CALLS_DAYS, type Callers } from './callers.ts'
import './callers.css'

export interface CallersDialogProps {
  readonly callers: Callers
  onSave(): void
  onClose(): void
}

/** Whose calls a change would break, before it is saved. */
export function CallersDialog({ callers, onSave, onClose }: CallersDialogProps) {
  const text = useCallersText()
  const { number } = useFormat()
  return (
    <Dialog
      open
      width={640}
      title={text.title}
      okText={text.save}
      okButtonProps={{ danger: true }}
      cancelText={text.back}
      onOk={onSave}
      onCancel={onClose}
    >
      <div className="sl-stack">
        <Alert type="warning" showIcon title={text.intro(CALLS_DAYS)} />
        {callers.callers.map(caller => (
          <Caller key={caller.application_id} caller={caller} />
        ))}
        <div className="sl-muted">
          {text.looked(number(callers.calls), number(callers.records))}
          {callers.untried > 0 && text.untried(number(callers.untried))}
          {callers.is_untold && text.untold}
        </div>
      </div>
    </Dialog>
  )
}

function Caller({ caller }: { readonly caller: Callers['callers'][number] }) {
  const text = useCallersText()
  const { number } = useFormat()
  return (
    <section className="st-caller">
      <strong>{caller.application_name}</strong>
      <ul>
        {caller.breaks.map(each => (
          <li key={`${each.what} ${each.name}`}>
            <span>
              {text.what[each.what]} {each.name !== '' && <code>{each.name}</code>}
              <Detail each={each} />
            </span>
            {each.call_id === null ? (
              <span className="sl-muted">{text.records(number(each.count))}</span>
            ) : (
              <Link to={callLogList.href({ search: { trace: each.call_id } })}>{text.calls(number(each.count))}</Link>
            )}
          </li>
        ))}
      </ul>
      {caller.changed.length > 0 && (
        <div className="sl-muted">{text.changed(caller.changed.map(({ field }) => field).join(', '))}</div>
      )}
    </section>
  )
}

/** What was there and what would be; of a refused record why. */
function Detail({ each }: { readonly each: Callers['callers'][number]['breaks'][number] }) {
  const text = useCallersText()
  if (each.what === 'refused') return each.after === null ? null : <div className="sl-muted">{each.after}</div>
  if (each.what === 'filter' || each.before === null || each.after === null) return null
  const was = each.name === each.after ? text.was(each.before) : text.from(each.before, each.after)
  return <div className="sl-muted">{was}</div>
}
