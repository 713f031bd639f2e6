import { toFailure, type UploadedFile } from '@sluice/contract'
import { refuse } from '../../../http/refuse.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { actFor } from '../../../http/write-audit.ts'
import { openIndex } from '../../../packaging/index.ts'
import type { UploadStore } from '../../connect/file/index.ts'
import { readLine, readLines } from './read-market-file.ts'
import { freeClaim, keepClaim, type Problem, type SourceRow } from './store.ts'
import {
  type Comparison,
  compareIndex,
  examineEntry,
  finishLook,
  insertReady,
  type Ready,
  requireNext,
  requireTold,
  sayEntry,
  type TakeDeps,
  toProblem,
} from './take-in.ts'

interface ImportDeps extends TakeDeps {
  readonly uploads: UploadStore
}

/**
 * A market from a file. It is laid on the disk and read twice: every byte is held against the signed index and every new
 * package examined first, and what is new is taken in one transaction then. Whatever ends in between has taken nothing.
 * @param source claimed for this
 */
export async function importMarket(
  deps: ImportDeps,
  source: SourceRow,
  file: UploadedFile,
  ctx: RouteContext,
): Promise<void> {
  const { path } = await deps.uploads.write(source.tenant_id, `market-${source.id}-${deps.now()}`, file)
  try {
    const read = () => deps.uploads.read(path)
    const { opened, comparison, ready, problems } = await examineFile(deps, source, read, ctx)
    await deps.database.withSystem(async tx => {
      await actFor(tx, source.tenant_id)
      let number = 0
      for await (const line of readLines(read())) {
        number += 1
        if (number === 1) continue
        const { digest, text } = readLine(line, number)
        const found = ready.get(digest)
        if (found) await insertReady(tx, found, text, deps.now())
      }
      const done = { comparison, problems, taken: ready.size, remaining: 0, nowMs: deps.now() }
      await ctx.audit(tx, (await finishLook(tx, source, opened, done)).entry)
    })
  } catch (error) {
    await deps.database.withTenant(source.tenant_id, tx => freeClaim(tx, source.id))
    throw error
  } finally {
    await deps.uploads.remove(path)
  }
}

/** @throws Failure where a byte is another one, a package is missing, or there is one that nobody signed for */
async function examineFile(
  deps: ImportDeps,
  source: SourceRow,
  read: () => AsyncIterable<Uint8Array>,
  { signal }: RouteContext,
) {
  const lines = readLines(read())
  const first = await lines.next()
  const opened = openIndex(first.done ? '' : first.value, source.key)
  requireNext(source, opened, deps.now())
  const comparison = await deps.database.withTenant(source.tenant_id, tx => compareIndex(tx, source, opened.index))
  const told = new Map(opened.index.packages.map(each => [each.digest, each]))
  const wanted = new Set(comparison.wanted.map(each => each.digest))
  const ready = new Map<string, Ready>()
  const problems: Problem[] = [...comparison.problems]
  const seen = new Set<string>()
  for await (const line of lines) {
    const { digest, text } = readLine(line, seen.size + 2)
    const entry = told.get(digest)
    if (!entry || seen.has(digest)) throw refuse('invalid.marketFile', { field: 'file', value: digest })
    seen.add(digest)
    requireTold(entry, text)
    if (!wanted.has(digest)) continue
    try {
      ready.set(digest, await examineEntry(source, entry, text, { nowMs: deps.now(), signal }))
    } catch (error) {
      const failure = toFailure(error)
      if (failure.code === 'internal' || signal.aborted) throw error
      problems.push(toProblem(entry, failure))
    }
    await deps.database.withTenant(source.tenant_id, tx => keepClaim(tx, source))
  }
  requireAll(comparison, seen)
  return { opened, comparison, ready, problems }
}

function requireAll({ wanted }: Comparison, seen: ReadonlySet<string>): void {
  const lost = wanted.find(each => !seen.has(each.digest))
  if (lost) throw refuse('invalid.marketFile', { field: 'file', value: sayEntry(lost) })
}
