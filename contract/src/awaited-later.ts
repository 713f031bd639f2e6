/**
 * A promise that is begun now and awaited after something else. Should it fail meanwhile, whoever awaits it then is told;
 * without a handler of its own until then, its failure would end the process.
 */
export function awaitedLater<T extends Promise<unknown>>(promise: T): T {
  promise.catch(() => undefined)
  return promise
}
