import { type Failure, type Right, type TestStep, toFailure } from '@sluice/contract'

export interface StepPlan {
  readonly name: string
  /** Returns what was seen, or with it what the credential may do. */
  run(): Promise<string | Seen | undefined>
}

export interface Seen {
  readonly detail?: string
  readonly rights?: readonly Right[]
}

const labels: Readonly<Record<string, TestStep['label']>> = {
  address: { zh: '解析地址', en: 'Resolve the address' },
  network: { zh: '网络连通', en: 'Reach the port' },
  protocol: { zh: '协议握手', en: 'Speak the protocol' },
  auth: { zh: '鉴权', en: 'Sign in' },
  permission: { zh: '权限', en: 'Check permissions' },
  file: { zh: '查找文件', en: 'Find the file' },
  format: { zh: '识别格式', en: 'Recognise the format' },
  followTable: { zh: '可跟踪的表', en: 'A table that can be followed' },
  followLog: { zh: '变更日志', en: 'Log of changes' },
  followRights: { zh: '跟踪权限', en: 'Rights to follow' },
  followSlots: { zh: '复制槽', en: 'Replication slots' },
  followIdentity: { zh: '行标识', en: 'Row identity' },
  followRetention: { zh: '日志保留', en: 'Log kept' },
}

/** Runs the steps of a connection test in order and stops behind the first failed one. Never throws. */
export async function* runSteps(now: () => number, plans: readonly StepPlan[]): AsyncIterable<TestStep> {
  for (const plan of plans) {
    const startedAtMs = now()
    const result = await plan.run().then(
      seen => ({ seen: typeof seen === 'string' ? { detail: seen } : (seen ?? {}) }),
      (error: unknown) => ({ failure: toFailure(error) }),
    )
    const elapsedMs = Math.max(0, now() - startedAtMs)
    const base = { name: plan.name, label: labels[plan.name] ?? { zh: plan.name, en: plan.name }, elapsedMs }
    if ('failure' in result) {
      yield { ...base, ok: false, error: toError(result.failure) }
      return
    }
    const { detail, rights } = result.seen
    yield { ...base, ok: true, ...(detail === undefined ? {} : { detail }), ...(rights ? { rights: [...rights] } : {}) }
  }
}

/** Steps that share a session: the first that uses it opens it, and it is closed behind the last. Never throws. */
export async function* runSessionSteps<S extends { close(): Promise<void> }>(
  open: () => Promise<S>,
  makePlans: (use: <T>(work: (session: S) => Promise<T>) => Promise<T>) => readonly StepPlan[],
): AsyncIterable<TestStep> {
  let session: S | undefined
  const use = async <T>(work: (session: S) => Promise<T>): Promise<T> => {
    session ??= await open()
    return work(session)
  }
  try {
    yield* runSteps(() => Date.now(), makePlans(use))
  } finally {
    await session?.close()
  }
}

function toError(failure: Failure): TestStep['error'] {
  const advice = failure.advice ?? 'Check the settings and try again.'
  const { code, message, repair } = failure
  return { code, message, advice, ...(repair === undefined ? {} : { repair }) }
}
