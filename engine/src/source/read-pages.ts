import { setTimeout as wait } from 'node:timers/promises'
import type { ReadRequest, Source, SourcePage } from '@sluice/connector-kit'
import { Failure, type FailureDetail, toFailure } from '@sluice/contract'
import { type GatherLimits, gatherPages } from './gather-pages.ts'

/** The source could not be read to its end. The cursor stays where the last landed page left it. */
export class ReadFailedError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(`reading the source: ${failure.message}`, { cause: failure })
    this.failure = failure
  }
}

/** What is done about a read that broke. */
export interface Patience {
  /** Opens the source anew after a broken read. */
  reopen(): Promise<Source>
  /** Reads in a row that may fail. */
  readonly tries: number
  readonly pauseMs: number
  random(): number
  /** Told before the pause. */
  failed?(failure: FailureDetail, pauseMs: number): void
  /** Told of each page. */
  worked?(): void
}

export interface ReadOptions extends Patience {
  readonly gather: GatherLimits
}

// A cursor met again means the source goes round in circles; beyond this many the check stops, not the run.
const CURSORS_REMEMBERED = 200_000
const LONGEST_WAIT_MS = 60_000

/**
 * Pages in order, read ahead while the last is being worked on. A read that may heal is tried again from the last good
 * cursor. Ends early, without error, when the signal is aborted. @throws ReadFailedError
 */
export async function* readPages(
  first: Source,
  request: ReadRequest,
  options: ReadOptions,
): AsyncGenerator<SourcePage, void, void> {
  const seen = new Set<string>()
  let source = first
  let cursor = request.cursor
  for (let failed = 0; ; ) {
    try {
      for await (const page of gatherPages(source.read({ ...request, cursor }), options.gather)) {
        if (request.signal.aborted) return
        refuseCycle(page, cursor, seen)
        failed = 0
        options.worked?.()
        cursor = page.cursor
        yield page
        if (cursor === null) return
      }
      return
    } catch (error) {
      if (request.signal.aborted) return
      const failure =
        error instanceof Failure ? error : toFailure(error, { code: 'source.broken', message: sourceBroke })
      failed += 1
      if (failure.retry !== 'later' || failed >= options.tries) throw new ReadFailedError(failure)
      const stillThere = await pause(options, failed, failure, request.signal)
      if (!stillThere) return
      source = await reopen(options)
    }
  }
}

const sourceBroke = 'The source broke off with an error that its connector does not know.'

export async function reopen(options: Patience): Promise<Source> {
  try {
    return await options.reopen()
  } catch (error) {
    throw new ReadFailedError(toFailure(error))
  }
}

/** false: asked to stop meanwhile. */
export async function pause(
  options: Patience,
  failed: number,
  failure: Failure,
  signal: AbortSignal,
): Promise<boolean> {
  const backoffMs = options.pauseMs * 2 ** (failed - 1) * (0.8 + 0.4 * options.random())
  const ms = Math.min(Math.max(backoffMs, failure.retryAfterMs ?? 0), LONGEST_WAIT_MS)
  options.failed?.(failure, ms)
  return wait(ms, true, { signal }).catch(() => false)
}

function refuseCycle(page: SourcePage, cursor: string | null, seen: Set<string>): void {
  if (page.cursor === null) return
  if (page.cursor === cursor || seen.has(page.cursor))
    throw new Failure({
      code: 'source.cyclicCursor',
      message: 'The source answered with a place it was already at, so its pages would never end.',
      value: page.cursor,
      advice: 'Check the paging settings of the source.',
    })
  if (seen.size < CURSORS_REMEMBERED) seen.add(page.cursor)
}
