import type { ContentOut } from '@sluice/contract'
import { Alert, Button, Progress } from 'antd'
import { useEffect, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useText } from '../use-text.ts'

type Verdict = ContentOut<typeof import('@sluice/api/modules/admin/system/contract.ts')['system']['verifyLog']>

interface State {
  readonly checked: number
  readonly verdict: Verdict | null
  readonly failure: string | null
}

/** Recomputes the chain, stretch by stretch; closing it stops. */
export function VerifyDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText().chain
  const format = useFormat()
  const { checked, verdict, failure } = useVerify()
  const isDone = verdict !== null && verdict.next === null
  const total = Number(verdict?.total ?? 0)
  return (
    <Dialog
      open
      width={560}
      title={text.title}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{isDone || failure !== null ? text.close : text.stop}</Button>}
    >
      <p>{text.text}</p>
      {failure !== null && <Alert type="error" showIcon title={failure} />}
      {!isDone && failure === null && (
        <>
          <Progress percent={total === 0 ? 0 : Math.round((checked / total) * 100)} aria-label={text.title} />
          <p>{text.running(format.number(checked), format.number(total))}</p>
        </>
      )}
      {isDone && verdict.broken === null && <Alert type="success" showIcon title={text.fine(format.number(checked))} />}
      {isDone && verdict.broken !== null && (
        <Alert
          type="error"
          showIcon
          title={text.broken(format.number(verdict.broken.seq))}
          description={text.problems[verdict.broken.problem]}
        />
      )}
      {isDone && verdict.head !== null && (
        <p className="sl-muted">
          {text.head}: <CopyText value={verdict.head} isShown />
        </p>
      )}
      {isDone && <p className="sl-muted">{text.offline}</p>}
    </Dialog>
  )
}

function useVerify(): State {
  const [state, setState] = useState<State>({ checked: 0, verdict: null, failure: null })
  useEffect(() => {
    const left = new AbortController()
    void verify(left.signal, setState).catch((error: unknown) => {
      if (!left.signal.aborted) setState(known => ({ ...known, failure: describeError(error).message }))
    })
    return () => left.abort()
  }, [])
  return state
}

async function verify(signal: AbortSignal, show: (state: State) => void): Promise<void> {
  let checked = 0
  let from: string | null = '1'
  while (from !== null && !signal.aborted) {
    const answer: { content: Verdict } = await api.system.verifyLog({ body: { from }, signal })
    checked += answer.content.checked
    from = answer.content.next
    show({ checked, verdict: answer.content, failure: null })
  }
}
