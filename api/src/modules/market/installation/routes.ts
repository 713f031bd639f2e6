import type { SolutionPackage } from '@sluice/contract'
import { readPage, toPattern } from '../../../http/paging.ts'
import { type Handlers, Page } from '../../../http/route-handler.ts'
import { type ConfigRouteDeps, createConfigService } from '../../admin/config/index.ts'
import { adjust } from './adjust.ts'
import type { installation } from './contract.ts'
import { describeInstallation, describeRows } from './describe-installation.ts'
import { type InstallationDeps, install, makePlatforms, planInstall } from './install.ts'
import { rollback } from './rollback.ts'
import { listInstallations } from './store.ts'
import { tryRecords } from './try-records.ts'
import { convert, planRemoval, uninstall } from './uninstall.ts'
import { planUpgrade, upgrade } from './upgrade.ts'

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
    trial: ({ body }, ctx) => tryRecords(deps, body, ctx),
    create: async ({ body }, ctx) => describeInstallation(deps, await install(deps, body, ctx), ctx),
    list: ({ query }, ctx) =>
      ctx.tenant(async tx => {
        const pattern = query.keyword === undefined ? null : toPattern(query.keyword)
        const { rows, total } = await readPage(query, (limit, offset) => listInstallations(tx, pattern, limit, offset))
        return new Page(await describeRows(deps, tx, rows, ctx), total)
      }),
    detail: ({ params }, ctx) => describeInstallation(deps, params.id, ctx),
    async adjust({ params: { id }, body }, ctx) {
      await adjust(deps, id, body, ctx)
      return describeInstallation(deps, id, ctx)
    },
    async convert({ params: { id } }, ctx) {
      await convert(deps, id, ctx)
      return describeInstallation(deps, id, ctx)
    },
    upgradePlan: ({ params, body }, ctx) => planUpgrade(deps, params.id, body, ctx),
    async upgrade({ params: { id }, body }, ctx) {
      await upgrade(deps, id, body, ctx)
      return describeInstallation(deps, id, ctx)
    },
    async rollback({ params: { id } }, ctx) {
      await rollback(deps, id, ctx)
      return describeInstallation(deps, id, ctx)
    },
    removal: ({ params }, ctx) => planRemoval(deps, params.id, ctx),
    async remove({ params, body }, ctx) {
      await uninstall(deps, params.id, body, ctx)
      return []
    },
  }
}
