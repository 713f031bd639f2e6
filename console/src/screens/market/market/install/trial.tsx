import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Tag } from 'antd'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import type { Trial as Tried, Wish } from '../types.ts'
import { useText } from '../use-text.ts'

export interface TrialProps {
  readonly wish: Wish
}

/** First records of the connected systems through the mappings, before anything is made: field by field, written nowhere. */
export function Trial({ wish }: TrialProps) {
  const text = useText().wizard.trial
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => api.installation.trial({ body: { ...wish, records: 5 } }),
  })
  return (
    <section aria-label={text.label}>
      <h3>{text.label}</h3>
      <p className="sl-muted">{text.text}</p>
      <Button loading={isPending} onClick={() => mutate()}>
        {text.begin}
      </Button>
      <div aria-live="polite">
        {error && <Alert type="error" showIcon title={describeError(error).message} />}
        {data?.content.flows.map(flow => (
          <Flow key={flow.strategy} flow={flow} />
        ))}
      </div>
    </section>
  )
}

type TriedFlow = Tried['flows'][number]

function Flow({ flow }: { readonly flow: TriedFlow }) {
  const text = useText().wizard.trial
  const { number } = useFormat()
  const count = (state: TriedFlow['records'][number]['state']): number =>
    flow.records.filter(each => each.state === state).length
  const refused = flow.records.flatMap((each, at) => (each.state === 'refused' ? [{ ...each, at }] : []))
  return (
    <section aria-label={flow.title} className="mk-trial">
      <h4>
        <span lang="">{flow.title}</span> <span className="sl-muted">{flow.connector}</span>
      </h4>
      {flow.state === 'later' && <p>{text.later}</p>}
      {flow.state === 'unsent' && <p>{text.unsent}</p>}
      {flow.state === 'failed' && <Alert type="error" showIcon title={flow.message} />}
      {flow.state === 'tried' && flow.records.length === 0 && <p>{text.none}</p>}
      {flow.records.length > 0 && (
        <p>{text.counts(number(count('mapped')), number(count('refused')), number(count('dropped')))}</p>
      )}
      {refused.map(({ at, given, problems }) => (
        <details key={at}>
          <summary>
            <Tag color="error">{text.refused}</Tag>
            {problems.map(({ message }) => message).join(' ')}
          </summary>
          <pre lang="">{given}</pre>
        </details>
      ))}
      {flow.fields.length > 0 && <Fields fields={flow.fields} />}
    </section>
  )
}

function Fields({ fields }: Pick<TriedFlow, 'fields'>) {
  const text = useText().wizard.trial
  const { number } = useFormat()
  return (
    <div className="mk-scroll">
      <table className="mk-fields">
        <thead>
          <tr>
            <th scope="col">{text.field}</th>
            <th scope="col">{text.result}</th>
            <th scope="col">{text.example}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ field, filled, empty, refused, example, message }) => (
            <tr key={field}>
              <td className="mk-name">
                <code className="mk-field" lang="">
                  {field}
                </code>
              </td>
              <td>
                <Tag color={refused > 0 ? 'error' : filled === 0 ? 'warning' : 'success'}>
                  {refused > 0
                    ? text.refusedIn(number(refused))
                    : text.filledIn(number(filled), number(filled + empty))}
                </Tag>{' '}
                {message}
              </td>
              <td>
                <code className="mk-field" lang="">
                  {example}
                </code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
