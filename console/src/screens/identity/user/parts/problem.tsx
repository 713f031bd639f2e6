import { Alert } from 'antd'
import { describeError } from '../../../../lib/describe-error.ts'
import { useLanguage } from '../../../../lib/i18n.ts'
import type { SignIn } from '../sign-in.ts'
import { useText } from '../use-text.ts'

export interface ProblemProps {
  readonly outcome: SignIn | null
  readonly waitSeconds: number
}

/** Why nobody is signed in yet. */
export function Problem({ outcome, waitSeconds }: ProblemProps) {
  const text = useText()
  const language = useLanguage()
  if (outcome === null || outcome.kind === 'done' || outcome.kind === 'secondFactor') return null
  const say = (type: 'warning' | 'error', title: string, description?: string) => (
    <Alert type={type} showIcon title={title} description={description} className="us-problem" />
  )
  if (outcome.kind === 'wait')
    return waitSeconds > 0 && say('warning', outcome.isLocked ? text.locked(waitSeconds) : text.wait(waitSeconds))
  if (outcome.kind === 'wrong') return say('error', text.wrong)
  if (outcome.kind === 'captcha') return say('error', text.wrongCaptcha)
  if (outcome.kind === 'captchaNeeded') return say('warning', text.captchaNeeded)
  if (outcome.kind === 'workNeeded') return say('warning', text.workNeeded)
  const { title, message } = describeError(outcome.error, language)
  return say('error', title, message)
}
