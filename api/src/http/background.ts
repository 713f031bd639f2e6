/** Work that a process does again and again beside its answers. */
export interface Background {
  start(): void
  /** What is under way goes on for so long at most. */
  stop(options: { readonly timeoutMs: number }): Promise<void>
  /** The work looks at it between its steps. */
  readonly isStopping: boolean
}

export interface BackgroundOptions {
  /** From the end of one time to the begin of the next, in ms. */
  readonly everyMs: number
  work(): Promise<unknown>
  /** The work failed; it is done again all the same. */
  onError(error: unknown): void
}

export function createBackground({ everyMs, work, onError }: BackgroundOptions): Background {
  let isStopping = false
  let running: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const goOn = (): void => {
    running = work()
      .catch(onError)
      .then(() => {
        if (!isStopping) timer = setTimeout(goOn, everyMs).unref()
      })
  }
  return {
    start: goOn,
    async stop({ timeoutMs }) {
      isStopping = true
      clearTimeout(timer)
      const late = Promise.withResolvers<void>()
      const wait = setTimeout(late.resolve, timeoutMs)
      await Promise.race([running, late.promise])
      clearTimeout(wait)
    },
    get isStopping() {
      return isStopping
    },
  }
}
