import { SendOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Input, Tag } from 'antd'
import { useId, useState } from 'react'
import { useFormat } from '../../../../lib/format.ts'
import { CodeArea } from '../../../../ui/code-area.tsx'
import { JsonView } from '../../../../ui/json-view.tsx'
import { type Credentials, type Tried, tryCall } from '../call-gateway.ts'
import { fillPath, type PortalOperation } from '../model.ts'
import { useText } from '../use-text.ts'

/** A call as the application's own: it counts against its limits and stands in its log. */
export function TryIt({
  operation,
  credentials,
}: {
  readonly operation: PortalOperation
  readonly credentials: Credentials
}) {
  const text = useText().tryIt
  const id = useId()
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [body, setBody] = useState(operation.body?.example ?? '')
  const [problem, setProblem] = useState<string>()
  const inPath = operation.parameters.filter(each => each.in === 'path')
  const call = useMutation({
    mutationFn: (path: string) =>
      tryCall(credentials, { method: operation.method, path, body: operation.body ? body : null }),
  })
  const submit = (): void => {
    const path = fillPath(operation.path, values)
    const wrong = findProblem({ secret: credentials.secret, path, body: operation.body ? body : null }, text)
    setProblem(wrong)
    if (wrong === undefined && path !== null) call.mutate(path)
  }
  if (credentials.isByCertificate) return <Alert type="info" showIcon title={text.certificate} />
  return (
    <form
      className="sl-stack"
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <p className="sl-muted">{text.intro}</p>
      {inPath.map(({ name, example }) => (
        <label key={name} htmlFor={`${id}-${name}`}>
          <code>{name}</code>
          <Input
            id={`${id}-${name}`}
            maxLength={200}
            autoComplete="off"
            placeholder={example ?? ''}
            value={values[name] ?? ''}
            onChange={event => setValues({ ...values, [name]: event.target.value })}
          />
        </label>
      ))}
      {operation.body && <CodeArea label={text.body} value={body} minLines={4} onChange={setBody} />}
      {problem !== undefined && <Alert type="error" showIcon title={problem} />}
      <div>
        <Button type="primary" htmlType="submit" icon={<SendOutlined />} loading={call.isPending}>
          {text.send}
        </Button>
      </div>
      {call.error && <Alert type="error" showIcon title={text.unreachable} />}
      {call.data && <Answer tried={call.data} />}
    </form>
  )
}

type Words = ReturnType<typeof useText>['tryIt']

function findProblem(
  { secret, path, body }: { readonly secret: string; readonly path: string | null; readonly body: string | null },
  text: Words,
): string | undefined {
  if (secret === '') return text.noSecret
  if (path === null) return text.noParameter
  if (body === null) return undefined
  try {
    JSON.parse(body)
    return undefined
  } catch (error) {
    return text.notJson(error instanceof Error ? error.message : '')
  }
}

function Answer({ tried }: { readonly tried: Tried }) {
  const text = useText().tryIt
  const { number } = useFormat()
  const { status, ms, headers } = tried
  return (
    <div className="sl-stack" aria-live="polite">
      <div>
        <Tag color={status < 400 ? 'success' : 'error'}>HTTP {status}</Tag> {number(ms)} ms
      </div>
      {headers.length > 0 && (
        <dl className="sl-facts">
          {headers.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <code>{value}</code>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <JsonView label={text.answer} text={tried.text} />
    </div>
  )
}
