import type { FollowRequest, Source, SourcePage } from '@sluice/connector-kit'
import { Failure, toFailure } from '@sluice/contract'
import { type Patience, pause, ReadFailedError, reopen } from './read-pages.ts'

/**
 * Changes as they come; a stream that breaks and may heal is opened again after the last page that was passed on.
 * Ends, without error, only when the signal is aborted. @throws ReadFailedError
 */
export async function* followPages(
  first: Source,
  request: FollowRequest,
  options: Patience,
): AsyncGenerator<SourcePage, void, void> {
  let source = first
  let cursor = request.cursor
  for (let failed = 0; ; ) {
    try {
      for await (const page of openStream(source, { ...request, cursor })) {
        if (request.signal.aborted) return
        if (page.cursor === null) throw noCursor
        failed = 0
        options.worked?.()
        cursor = page.cursor
        yield page
      }
      if (request.signal.aborted) return
      throw ended
    } catch (error) {
      if (request.signal.aborted) return
      const failure =
        error instanceof Failure ? error : toFailure(error, { code: 'source.broken', message: streamBroke })
      failed += 1
      if (failure.retry !== 'later' || failed >= options.tries) throw new ReadFailedError(failure)
      if (!(await pause(options, failed, failure, request.signal))) return
      source = await reopen(options)
    }
  }
}

function openStream(source: Source, request: FollowRequest): AsyncIterable<SourcePage> {
  if (source.follow) return source.follow(request)
  throw cannotFollow()
}

const cannotFollow = (): Failure =>
  new Failure({
    code: 'source.cannotFollow',
    message: 'This source cannot be followed; it can only be read.',
    field: 'source.follow',
    advice: 'Switch following off and choose a schedule.',
  })

const streamBroke = 'The stream of changes broke off with an error that its connector does not know.'
const ended = new Failure({ code: 'source.ended', message: 'The stream of changes ended by itself.', retry: 'later' })
const noCursor = new Failure({ code: 'source.noCursor', message: 'The source does not say where it goes on.' })
