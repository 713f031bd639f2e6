import { type Failure, type TestStep, toFailure } from '@sluice/contract'

export interface StepPlan {
  readonly name: string
  /** Returns what was seen. */
  run(): Promise<string | undefined>
}

const labels: Readonly<Record<string, TestStep['label']>> = {
  address: { zh: '解析地址', en: 'Resolve the address' },
  network: { zh: '网络连通', en: 'Reach the port' },
  protocol: { zh: '协议握手', en: 'Speak the protocol' },
  auth: { zh: '鉴权', en: 'Sign in' },
  permission: { zh: '权限', en: 'Check permissions' },
  file: { zh: '查找文件', en: 'Find the file' },
  format: { zh: '识别格式', en: 'Recognise the format' },
}

/** Runs the steps of a connection test in order and stops behind the first failed one. Never throws. */
export async function* runSteps(now: () => number, plans: readonly StepPlan[]): AsyncIterable<TestStep> {
  for (const plan of plans) {
    const startedAtMs = now()
    const result = await plan.run().then(
      detail => ({ detail }),
      (error: unknown) => ({ failure: toFailure(error) }),
    )
    const elapsedMs = Math.max(0, now() - startedAtMs)
    const base = { name: plan.name, label: labels[plan.name] ?? { zh: plan.name, en: plan.name }, elapsedMs }
    if ('failure' in result) {
      yield { ...base, ok: false, error: toError(result.failure) }
      return
    }
    yield { ...base, ok: true, ...(result.detail === undefined ? {} : { detail: result.detail }) }
  }
}

function toError(failure: Failure): TestStep['error'] {
  const advice = failure.advice ?? 'Check the settings and try again.'
  return { code: failure.code, message: failure.message, advice }
}
