/** Times of spec §4 and §9, and the little that keeps them. */

/** A script or style of the page that takes longer counts as lost. */
export const CHUNK_TIMEOUT_MS = 120_000
/** Resting on an entry of the left rail opens its second level. */
export const FLYOUT_DELAY_MS = 100
/** A chat shows its end so long after somebody said something, when the text has taken its place. */
export const CHAT_SCROLL_DELAY_MS = 750
/** A chart is drawn anew once its width has rested so long. */
export const CHART_RESIZE_MS = 300
/** The spinner of a refreshed tab. */
export const SPINNER_MS = 900

/** Bell and list of notices; a window nobody sees asks for nothing. */
export const noticePolling = { refetchInterval: 15_000, refetchIntervalInBackground: false } as const

export interface Soon {
  /** Does this, and nothing that was asked for before, once the time has passed. */
  ask(work: () => void): void
  cancel(): void
}

/** Does the last wish only, and only after `delayMs` without another. */
export function createSoon(delayMs: number): Soon {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    ask(work) {
      clearTimeout(timer)
      timer = setTimeout(work, delayMs)
    },
    cancel: () => clearTimeout(timer),
  }
}
