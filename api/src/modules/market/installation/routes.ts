import type { SolutionPackage } from '@sluice/contract'
import { readPage, toPattern } from '../../../http/paging.ts'
import { type Handlers, Page } from '../../../http/route-handler.ts'
import { type ConfigRouteDeps, createConfigService } from '../../admin/config/index.ts'
import type { installation } from './contract.ts'
import { describeInstallation, describeRows } from './describe-installation.ts'
import { type InstallationDeps, install, makePlatforms, planInstall } from './install.ts'
import { listInstallations } from './store.ts'

type InstallationRouteDeps = ConfigRouteDeps &
  Pick<InstallationDeps, 'now' | 'version'> & { readonly packages?: readonly SolutionPackage[] }

export function createInstallationRoutes(given: InstallationRouteDeps): Handlers<typeof installation> {
  const deps: InstallationDeps = { ...given, packages: given.packages ?? [], config: createConfigService(given) }
  return {
    async platforms({ body }, ctx) {
      await makePlatforms(deps, body.ref, ctx)
      return []
    },
    plan: ({ body }, ctx) => planInstall(deps, body, ctx),
    create: async ({ body }, ctx) => describeInstallation(deps, await install(deps, body, ctx), ctx),
    list: ({ query }, ctx) =>
      ctx.tenant(async tx => {
        const pattern = query.keyword === undefined ? null : toPattern(query.keyword)
        const { rows, total } = await readPage(query, (limit, offset) => listInstallations(tx, pattern, limit, offset))
        return new Page(await describeRows(deps, tx, rows, ctx), total)
      }),
    detail: ({ params }, ctx) => describeInstallation(deps, params.id, ctx),
    // What changes an installation is being made beside.
    adjust: async () => never(),
    convert: async () => never(),
    upgradePlan: async () => never(),
    upgrade: async () => never(),
    rollback: async () => never(),
    removal: async () => never(),
    remove: async () => never(),
  }
}

const never = (): never => {
  throw new Error('an installation: not yet')
}
