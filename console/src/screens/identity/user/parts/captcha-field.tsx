import { CheckCircleFilled, ReloadOutlined, SafetyOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useLanguage } from '../../../../lib/i18n.ts'
import type { CaptchaProof } from '../sign-in.ts'
import { useText } from '../use-text.ts'
import { Field } from './field.tsx'

export interface CaptchaFieldProps {
  readonly purpose: 'login' | 'sms' | 'register'
  /** Every new number is a new question: the one before is spent. */
  readonly round: number
  /** Only computing will do, with so many zero bits; it begins by itself. */
  readonly bits?: number | null
  readonly error: string | null
  onChange(proof: CaptchaProof | null): void
}

/** Characters to read in a picture, or, for whoever cannot see them, a second of computing instead. */
export function CaptchaField({ purpose, round, bits = null, error, onChange }: CaptchaFieldProps) {
  const text = useText()
  const language = useLanguage()
  const [picture, setPicture] = useState<{ readonly id: string; readonly image: string } | null>(null)
  const [answer, setAnswer] = useState('')
  const [problem, setProblem] = useState<unknown>(null)
  const { work, begin, stop } = useWork({ purpose, bits, onChange, onProblem: setProblem })
  const load = useRef(async () => {})
  load.current = async () => {
    stop()
    // An answer belongs to the picture that is seen: until the next one is here there is nothing to type.
    setPicture(null)
    setAnswer('')
    setProblem(null)
    onChange(null)
    if (bits !== null) return begin()
    try {
      setPicture((await api.captcha.image({ query: { purpose } })).content)
    } catch (failure) {
      setProblem(failure)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks anew
  useEffect(() => {
    void load.current()
  }, [round])
  const change = (value: string) => {
    setAnswer(value)
    onChange(picture && value.trim() !== '' ? { id: picture.id, answer: value.trim() } : null)
  }
  const message = problem === null ? error : describeError(problem, language).message
  return (
    <Field
      label={bits === null ? text.captcha : text.workLabel}
      error={work === 'done' ? null : message}
      hint={work === 'done' ? text.workDone : null}
    >
      {field => (
        <>
          {bits === null && (
            <div className="us-captcha">
              <Input
                {...field}
                size="large"
                prefix={<SafetyOutlined />}
                autoComplete="off"
                autoCapitalize="characters"
                maxLength={10}
                disabled={work !== null || picture === null}
                value={answer}
                onChange={event => change(event.target.value)}
              />
              {picture ? <img src={picture.image} alt={text.captchaPicture} /> : <span className="us-captcha-blank" />}
              <Button
                size="large"
                icon={<ReloadOutlined />}
                aria-label={text.captchaAgain}
                title={text.captchaAgain}
                onClick={() => void load.current()}
              />
            </div>
          )}
          <Button
            {...(bits !== null && field)}
            type="link"
            size="small"
            className="us-captcha-work"
            loading={typeof work === 'number'}
            disabled={work === 'done'}
            icon={work === 'done' ? <CheckCircleFilled /> : undefined}
            onClick={() => void begin()}
          >
            {typeof work === 'number'
              ? text.working(Math.round(work * 100))
              : bits === null
                ? text.work
                : text.workAgain}
          </Button>
        </>
      )}
    </Field>
  )
}

/** null: not asked for; a number: how far it is. */
type Work = number | 'done' | null

function useWork({
  purpose,
  bits: wantedBits,
  onChange,
  onProblem,
}: {
  readonly purpose: CaptchaFieldProps['purpose']
  readonly bits: number | null
  onChange(proof: CaptchaProof | null): void
  onProblem(problem: unknown): void
}) {
  const [work, setWork] = useState<Work>(null)
  const running = useRef<AbortController | null>(null)
  const stop = () => {
    running.current?.abort()
    running.current = null
    setWork(null)
  }
  useEffect(() => () => running.current?.abort(), [])
  const begin = async () => {
    const abort = new AbortController()
    running.current = abort
    onProblem(null)
    setWork(0)
    try {
      const [{ solveWork }, question] = await Promise.all([
        import('../../../../lib/solve-work.ts'),
        api.captcha.work({ query: { purpose, ...(wantedBits !== null && { bits: wantedBits }) } }),
      ])
      const { id, bits } = question.content
      const answer = await solveWork(id, bits, { signal: abort.signal, onProgress: setWork })
      setWork('done')
      onChange({ id, answer })
    } catch (failure) {
      if (abort.signal.aborted) return
      setWork(null)
      onProblem(failure)
    }
  }
  return { work, begin, stop }
}
