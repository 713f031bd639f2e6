import type { ReadRequest, Source, SourcePage, Target } from '@sluice/connector-kit'
import type { LentAccount } from './accounts.ts'

/** Each page is a request of the account, unless the connector counts its requests itself. */
export function meterSource(source: Source, account: LentAccount | null): Source {
  if (account === null || account.isMetered) return source
  return intercept(source, {
    read: (request: ReadRequest) => meterPages(source.read(request), account, request.signal),
  })
}

/** Each batch is a request of the account, unless the connector counts its requests itself. */
export function meterTarget(target: Target, account: LentAccount | null): Target {
  if (account === null || account.isMetered) return target
  const write: Target['write'] = (batch, signal, confirm) =>
    account.run(() => target.write(batch, signal, confirm), signal)
  return intercept(target, { write })
}

async function* meterPages(
  pages: AsyncIterable<SourcePage>,
  account: LentAccount,
  signal: AbortSignal,
): AsyncGenerator<SourcePage, void, void> {
  const iterator = pages[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await account.run(() => iterator.next(), signal)
      if (done) return
      yield value
    }
  } finally {
    // Not awaited: a generator that waits for the network ends only when its own signal ends it.
    void iterator.return?.()?.catch(() => undefined)
  }
}

/** The same object but for some methods. The others keep their `this`: connectors may hold private fields. */
const intercept = <T extends object>(object: T, methods: Partial<T>): T =>
  new Proxy(object, {
    get(target, name) {
      if (Object.hasOwn(methods, name)) return Reflect.get(methods, name)
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
