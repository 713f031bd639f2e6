import { Alert } from 'antd'
import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { ImpactList } from '../../../../parts/impact.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { callLogList } from '../../../gateway/call-log/pages.ts'
import { linkOfReader } from '../../../insight/lineage/pages.ts'
import { useCallersText } from '../texts/use-callers-text.ts'
import { CALLS_DAYS, type Callers, type FieldImpact } from './callers.ts'
import './callers.css'

export interface SaveQuestionProps {
  readonly callers: Callers | null
  readonly impact: FieldImpact | null
  onSave(): void
  onClose(): void
}

/** Who would feel a change, before it is saved: one question for all of them. */
export function SaveQuestion({ callers, impact, onSave, onClose }: SaveQuestionProps) {
  const text = useCallersText()
  return (
    <Dialog
      open
      width={640}
      title={impact ? text.titleOfAll : text.title}
      okText={text.save}
      okButtonProps={{ danger: true }}
      cancelText={text.back}
      onOk={onSave}
      onCancel={onClose}
    >
      <div className="sl-stack">
        {impact && <GoneFields impact={impact} />}
        {callers && <CallersOf callers={callers} />}
      </div>
    </Dialog>
  )
}

/** More of the names are counted. */
const SHOWN = 20

function GoneFields({ impact }: { readonly impact: FieldImpact }) {
  const text = useCallersText()
  const { list, number } = useFormat()
  const names = impact.gone.slice(0, SHOWN)
  const more = impact.gone.length - names.length
  return (
    <div>
      <Alert
        type="warning"
        showIcon
        title={impact.gone.includes('') ? text.moved : text.gone(list(names), more === 0 ? '' : number(more))}
      />
      <ImpactList impact={impact} linkOf={linkOfReader} />
    </div>
  )
}

function CallersOf({ callers }: { readonly callers: Callers }) {
  const text = useCallersText()
  const { number } = useFormat()
  return (
    <>
      <Alert type="warning" showIcon title={text.intro(CALLS_DAYS)} />
      {callers.callers.map(caller => (
        <Caller key={caller.application_id} caller={caller} />
      ))}
      <div className="sl-muted">
        {text.looked(number(callers.calls), number(callers.records))}
        {callers.untried > 0 && text.untried(number(callers.untried))}
        {callers.is_untold && text.untold}
      </div>
    </>
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
