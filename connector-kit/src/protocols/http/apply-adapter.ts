import type { AdapterInForce } from '../../asset-store.ts'
import { adapterTest } from './adapter-auth.ts'
import { toPagination } from './asset-endpoint.ts'
import type { AnswerTest, HttpEndpoint } from './http-plan.ts'

/** An endpoint with what its adapter says about paging, answers and pace; what the endpoint says itself stays. */
export function applyAdapter(endpoint: HttpEndpoint, { doc }: AdapterInForce): HttpEndpoint {
  const test = (own: AnswerTest): AnswerTest => {
    const general = adapterTest(doc)
    if (!own.successPath) return { ...general, ...own, errors: doc.errors }
    return { ...own, errors: doc.errors, ...(own.messagePath ? {} : pickMessage(general)) }
  }
  const pace = (ownMs = 0) => ({ minIntervalMs: Math.max(ownMs, doc.rate.intervalMs) })
  const { read, write } = endpoint
  return {
    ...endpoint,
    ...(read
      ? {
          read: {
            ...read,
            ...(read.pagination.kind === 'adapter'
              ? { pagination: toPagination(doc.pagination, endpoint.key), maxPageSize: doc.pagination.pageSize }
              : {}),
            test: test(read.test),
            ...pace(read.minIntervalMs),
          },
        }
      : {}),
    ...(write ? { write: { ...write, test: test(write.test), ...pace(write.minIntervalMs) } } : {}),
  }
}

const pickMessage = ({ messagePath }: AnswerTest): Pick<AnswerTest, 'messagePath'> =>
  messagePath === undefined ? {} : { messagePath }
