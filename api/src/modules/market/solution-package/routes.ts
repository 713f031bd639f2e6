import type { Tx } from '@sluice/db'
import { orNameTaken } from '../../../http/name-taken.ts'
import { readPage, toPattern } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import { FileAnswer, type Handlers, Page } from '../../../http/route-handler.ts'
import { readPackage } from '../../../packaging/index.ts'
import { type ConfigRouteDeps, createConfigService } from '../../admin/config/index.ts'
import { withOwnPlatforms } from '../../connect/platform/index.ts'
import type { solutionPackage } from './contract.ts'
import { liftConstant, listConstants } from './lift-constant.ts'
import { listAlong } from './list-along.ts'
import {
  auditOf,
  change,
  checkStored,
  createPackage,
  describeHead,
  describePackage,
  examine,
  gatherAnew,
  importPackage,
  type PackageDeps,
  readStored,
  releasePackage,
  replaceDocument,
  requirePackage,
} from './service.ts'
import { deletePackage, findRelease, listPackages, renewOffers, withdrawRelease } from './store.ts'

type PackageRouteDeps = Omit<PackageDeps, 'config'> & Omit<ConfigRouteDeps, 'vault' | 'engine'>

export function createSolutionPackageRoutes(given: PackageRouteDeps): Handlers<typeof solutionPackage> {
  const deps: PackageDeps = { ...given, config: createConfigService(given) }
  return {
    list: ({ body }, ctx) =>
      ctx.tenant(async tx => {
        const pattern = body.keyword === undefined ? null : toPattern(body.keyword)
        const filter = { pattern, visibility: body.visibility ?? null }
        const { rows, total } = await readPage(body, (limit, offset) => listPackages(tx, filter, limit, offset))
        const engine = await withOwnPlatforms(deps.engine, tx)
        return new Page(
          rows.map(row => describeHead(engine, row, ctx.language)),
          total,
        )
      }),
    create: ({ body }, ctx) => orNameTaken(body.name, () => createPackage(deps, body, ctx)),
    import: ({ body }, ctx) => orNameTaken('', () => importPackage(deps, body.text, ctx)),
    detail: ({ params }, ctx) => ctx.tenant(tx => describePackage(deps, tx, params.id, ctx)),
    save: ({ params, body: { lock, manifest, docs, pictures, visibility } }, ctx) =>
      orNameTaken(manifest.name, () =>
        ctx.tenant(async tx => {
          const row = await requirePackage(tx, params.id, lock)
          const before = readStored(row)
          const objects = before.files.filter(each => each.path.startsWith('objects/'))
          const document = { ...before, manifest, pictures, files: [...objects, ...docs] }
          return change(deps, tx, row, { document, visibility }, ctx)
        }),
      ),
    replace: ({ params, body }, ctx) => replaceDocument(deps, params.id, body, ctx),
    along: ({ params }, ctx) => listAlong(deps, params.id, ctx),
    gather: ({ params, body }, ctx) => gatherAnew(deps, params.id, body, ctx),
    async lift({ params, body: { lock, ...lift } }, ctx) {
      const before = readStored(await ctx.tenant(tx => requirePackage(tx, params.id)))
      const document = await liftConstant(before, lift, ctx)
      return ctx.tenant(async tx => change(deps, tx, await requirePackage(tx, params.id, lock), { document }, ctx))
    },
    constants: async ({ params }, ctx) =>
      listConstants(readStored(await ctx.tenant(tx => requirePackage(tx, params.id))), ctx),
    check: ({ params }, ctx) => checkStored(deps, params.id, ctx),
    examine: ({ body: { text, before } }, ctx) =>
      examine(deps, readPackage(text), before === undefined ? undefined : readPackage(before), ctx),
    release: ({ params, body }, ctx) => releasePackage(deps, params.id, body.lock, ctx),
    withdraw: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        const row = await requirePackage(tx, params.id)
        const release = await requireRelease(tx, params)
        await withdrawRelease(tx, release.id)
        await renewOffers(tx, row.id)
        await ctx.audit(tx, { ...auditOf(row), after: { withdrawn: params.version } })
        return describePackage(deps, tx, params.id, ctx)
      }),
    file: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        const row = await requirePackage(tx, params.id)
        const release = await requireRelease(tx, params)
        await ctx.audit(tx, { ...auditOf(row), after: { version: params.version } })
        const name = `${release.name}-${params.version}.sluice.json`
        return new FileAnswer(name, 'application/json', oneText(release.document))
      }),
    remove: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        const row = await requirePackage(tx, params.id)
        await deletePackage(tx, row.id)
        await renewOffers(tx, row.id)
        await ctx.audit(tx, { ...auditOf(row), before: { released: row.released } })
        return []
      }),
  }
}

async function requireRelease(tx: Tx, { id, version }: { readonly id: string; readonly version: string }) {
  const release = await findRelease(tx, id, version)
  if (!release) throw refuse('notFound.release')
  return release
}

async function* oneText(text: string): AsyncIterable<string> {
  yield text
}
