import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Product, startProduct } from './product.ts'
import { readRegistry } from './registry.ts'
import { listBooks } from './tour-books.ts'
import { listDashboards } from './tour-dashboards.ts'
import { prepareData, type TourIds } from './tour-data.ts'
import { listFrame, listPublic } from './tour-frame.ts'
import { listGateway } from './tour-gateway.ts'
import { listHealth } from './tour-health.ts'
import { listMarket } from './tour-market.ts'
import { listReports } from './tour-reports.ts'
import {
  addPlain,
  BATCH,
  CHOSEN_ROW,
  icon,
  POPUP,
  PRIMARY,
  ROW_BUTTON,
  ROW_CHECK,
  rowButton,
  type Stop,
  type Stops,
} from './tour-stop.ts'
import { listSystem } from './tour-system.ts'
import { listTables } from './tour-table.ts'

export type { Stop } from './tour-stop.ts'

export interface Tour {
  readonly product: Product
  readonly stops: readonly Stop[]
  dispose(): Promise<void>
}

/** Starts the product with data in it. */
export async function startTour(): Promise<Tour> {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-tour-'))
  const product = await startProduct({ args: ['--demo'], env: { FILE_DIRECTORIES: directory } })
  const ids = await prepareData(product, directory)
  return {
    product,
    stops: Object.values(addPlain(listStops(ids), await readRegistry())).flat(),
    async dispose() {
      await product.dispose()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** For those who only read the list. */
export const noIds: TourIds = {
  strategy: 's',
  guarded: 'v',
  shared: 'w',
  changeShared: async () => undefined,
  finding: 'x',
  failing: 'f',
  shop: 'c',
  pool: 'p',
  good: 'g',
  bad: 'b',
  cause: 'e',
  report: 'r',
  share: '/share/table/t',
  portal: '/share/portal/p',
  dashboard: 'h',
  charts: 'c',
  wall: '/share/dashboard/h',
  lockedWall: '/share/dashboard/l',
  mapping: 'm',
  platform: 'p',
  collection: 'k',
  asset: 'a',
  adapter: 'd',
  script: 'd1',
  statement: 'd2',
  pack: 'q',
  release: 'release:q',
  installation: 'i',
  publisher: 'product',
}

/** Every page of the registry by its pattern, with its tabs, drawers, dialogs and forms; `*`: what belongs to none. */
export function listStops(ids: TourIds): Stops {
  return {
    ...listAccount(),
    ...listAssets(ids),
    ...listBooks(),
    ...listConnectors(ids),
    ...listDashboards(ids),
    ...listHealth(),
    ...listReports(ids),
    ...listResources(ids),
    ...listStrategies(ids),
    ...listGateway(ids),
    ...listMarket(ids),
    ...listTables(ids),
    ...listSystem(),
    ...listPublic(),
    ...listFrame(),
  }
}

function listAccount(): Stops {
  const settings = '/account/settings'
  const one = (name: string, more: readonly Stop[] = []): Stops => ({
    [`${settings}/${name}`]: [{ name: `account-${name}`, path: `${settings}/${name}` }, ...more],
  })
  const center = '/account/center'
  return {
    [center]: [{ name: 'account-center', path: center }],
    '/account/notices': [{ name: 'account-notices', path: '/account/notices' }],
    '/account/assistant': [{ name: 'account-assistant', path: '/account/assistant' }],
    [settings]: [{ name: 'account-settings', path: settings }],
    ...one('base'),
    ...one('security', [
      { name: 'account-password', path: `${settings}/security`, press: ['#content .ant-btn-link'] },
      { name: 'account-token', path: `${settings}/security`, press: [icon('plus')] },
    ]),
    ...one('custom'),
    ...one('binding'),
    ...one('notification'),
  }
}

function listAssets({ platform, collection, asset, adapter, script, statement }: TourIds): Stops {
  const platforms = '/api-assets/platform'
  const assets = '/api-assets/api'
  const adapters = '/api-assets/adapter'
  const collections = `/api-assets/collection?platform=${platform}`
  const form = `${assets}/${asset}`
  return {
    [platforms]: [
      { name: 'platforms', path: platforms },
      { name: 'platforms-table', path: `${platforms}?view=table` },
      { name: 'platforms-none', path: `${platforms}?keyword=nothing` },
    ],
    '/api-assets/platform/:id': [
      { name: 'platform', path: `${platforms}/${platform}` },
      { name: 'platform-new', path: `${platforms}/new` },
      { name: 'platform-built-in', path: `${platforms}/postgresql` },
    ],
    [assets]: [
      { name: 'assets', path: assets },
      { name: 'asset-import', path: assets, press: [icon('import')] },
      { name: 'asset-move', path: assets, press: [CHOSEN_ROW, BATCH] },
    ],
    '/api-assets/api/:id': [
      { name: 'asset-new', path: `${assets}/new?platform=${platform}` },
      ...['form', 'source', 'try', 'versions', 'references'].map(tab => ({
        name: `asset-${tab}`,
        path: `${form}?tab=${tab}`,
      })),
    ],
    [adapters]: [
      { name: 'adapters', path: adapters },
      { name: 'adapters-cards', path: `${adapters}?view=cards` },
      { name: 'adapters-shipped', path: `${adapters}?origin=shipped` },
      { name: 'adapters-import', path: adapters, press: ['.as-import'] },
    ],
    '/api-assets/adapter/:id': [
      { name: 'adapter-new', path: `${adapters}/new?platform=${platform}` },
      { name: 'adapter-script', path: `${adapters}/${script}` },
      { name: 'adapter-script-try', path: `${adapters}/${script}?tab=try` },
      { name: 'adapter-sql', path: `${adapters}/${statement}` },
      { name: 'adapter-sql-try', path: `${adapters}/${statement}?tab=try` },
      ...['form', 'source', 'try', 'versions', 'references'].map(tab => ({
        name: `adapter-${tab}`,
        path: `${adapters}/${adapter}?tab=${tab}`,
      })),
    ],
    '/api-assets/approval': ['todo', 'mine', 'done', 'all'].map(tab => ({
      name: `approvals-${tab}`,
      path: `/api-assets/approval?tab=${tab}`,
    })),
    '/api-assets/collection': [
      { name: 'collections', path: collections },
      { name: 'collection-form', path: collections, press: [PRIMARY] },
    ],
    '/api-assets/collection/:id': [{ name: 'collection', path: `/api-assets/collection/${collection}` }],
  }
}

function listConnectors({ failing, shop }: TourIds): Stops {
  const list = '/connector/index'
  const step = (name: string): string => `/connector/create?platform=postgresql&step=${name}`
  const detail = '/connector/detail/'
  const tabs = ['params', 'environments', 'strategies', 'history', 'calls']
  return {
    [list]: [
      { name: 'connectors', path: list },
      { name: 'connectors-none', path: `${list}?keyword=nothing` },
    ],
    '/connector/create': [
      { name: 'connector-platforms', path: '/connector/create?step=platform' },
      { name: 'connector-basic', path: step('basic') },
      { name: 'connector-params', path: step('params') },
      { name: 'connector-test-step', path: `${step('test')}&id=${failing}` },
      { name: 'connector-done', path: `${step('done')}&id=${shop}` },
    ],
    '/connector/detail/:id': [
      ...tabs.map(tab => ({ name: `connector-${tab}-tab`, path: `${detail}${shop}?tab=${tab}` })),
      {
        name: 'connector-resources',
        path: `${detail}${shop}?tab=resources`,
        press: ['.cn-resource'],
        opens: '.cn-resource[aria-pressed=true], .cn-resource[aria-current], #content .ant-table',
      },
      { name: 'connector-changes', path: `${detail}${shop}?tab=resources&changes=1` },
      { name: 'connector-catalogue-failed', path: `${detail}${failing}?tab=resources` },
      { name: 'connector-test', path: `${detail}${failing}?tab=test` },
      {
        name: 'connector-environment',
        path: `${detail}${failing}?tab=environments`,
        press: ['#content .cn-envs > :nth-child(3) button'],
      },
      { name: 'connector-delete', path: `${detail}${shop}`, press: ['#content .ant-btn-dangerous'] },
    ],
    '/connector/grant': [{ name: 'connector-grant', path: '/connector/grant?error=access_denied&state=none' }],
  }
}

function listResources({ pool, mapping }: TourIds): Stops {
  const pools = '/resources/process'
  const maps = '/resources/mapping'
  const map = `${maps}/${mapping}`
  const storage = '/resources/mongodb'
  return {
    [pools]: [
      { name: 'process-pools', path: pools },
      { name: 'process-pool-form', path: pools, press: [PRIMARY] },
      { name: 'process-pool-more', path: pools, press: [icon('more')], opens: POPUP },
    ],
    '/resources/process/detail': ['running', 'queue', 'strategies', 'machines', 'log'].map(tab => ({
      name: `process-pool-${tab}`,
      path: `${pools}/detail?id=${pool}&tab=${tab}`,
    })),
    [maps]: [
      { name: 'mappings', path: maps },
      { name: 'mapping-form', path: maps, press: [PRIMARY] },
      { name: 'mapping-edit', path: maps, press: [rowButton(1)] },
      { name: 'mapping-copy', path: maps, press: [rowButton(2)] },
      { name: 'mapping-remove', path: maps, press: ['#content .sl-row-actions > .ant-btn-dangerous'] },
      { name: 'mappings-none', path: `${maps}?keyword=nothing` },
    ],
    '/resources/mapping/:id': [
      ...['lines', 'misses', 'references', 'changes'].map(tab => ({
        name: `mapping-${tab}`,
        path: `${map}?tab=${tab}`,
      })),
      { name: 'mapping-paste', path: map, press: [`${icon('plus')} ~ button`] },
      { name: 'mapping-import', path: map, press: [`${icon('plus')} ~ button ~ button`] },
    ],
    [storage]: [
      ...['strategies', 'archives', 'jobs', 'indexes'].map(tab => ({
        name: `storage-${tab}`,
        path: `${storage}?tab=${tab}`,
      })),
      { name: 'storage-retention', path: storage, press: ['.sl-page-header button'] },
      { name: 'storage-clean-up', path: storage, press: ['#content .ant-table-row .ant-btn-dangerous'] },
    ],
  }
}

function listStrategies(ids: TourIds): Stops {
  const { strategy, guarded: guardedId, shared, good, bad, cause } = ids
  const list = '/strategy/index'
  const detail = `/strategy/detail/${strategy}`
  const guarded = `/strategy/detail/${guardedId}`
  const errors = '/strategy/error/data'
  return {
    [list]: [
      { name: 'strategies', path: list },
      { name: 'strategies-cards', path: `${list}?view=cards` },
      { name: 'strategies-filters', path: list, press: [icon('filter')], opens: POPUP },
      {
        name: 'strategies-keep',
        path: `${list}?keyword=a`,
        press: [icon('filter'), '.ant-popover:not(.ant-popover-hidden) .ant-btn-block'],
      },
      { name: 'strategies-selected', path: list, press: [ROW_CHECK], opens: BATCH },
      { name: 'strategies-copy', path: list, press: [CHOSEN_ROW, `${BATCH}:has(.anticon-copy)`] },
      { name: 'strategies-edit', path: list, press: [CHOSEN_ROW, `${BATCH}:has(.anticon-edit)`] },
      { name: 'strategies-delete', path: list, press: [CHOSEN_ROW, `${BATCH}:has(.anticon-delete)`] },
      { name: 'strategies-rename', path: list, press: [`${ROW_BUTTON}:has(.anticon-edit)`] },
      { name: 'strategies-none', path: `${list}?keyword=nothing` },
    ],
    [errors]: [
      { name: 'errors', path: `${errors}?status=all` },
      { name: 'errors-none', path: `${errors}?keyword=nothing` },
      { name: 'errors-rules', path: errors, press: [icon('filter')] },
      { name: 'errors-selected', path: errors, press: [ROW_CHECK], opens: BATCH },
      { name: 'errors-assign', path: errors, press: [CHOSEN_ROW, BATCH] },
      { name: 'errors-ignore', path: errors, press: [CHOSEN_ROW, `${BATCH}:nth-of-type(2)`] },
      {
        name: 'error',
        path: `${errors}?open=${cause}`,
        press: ['.ant-drawer-section .ant-tabs-tab'],
        opens: '.ant-drawer-section .ant-table-row',
      },
      {
        name: 'errors-replay',
        path: `${errors}?open=${cause}`,
        press: ['.ant-drawer-section .ant-btn-primary'],
        opens: '.ant-modal .ant-radio-group',
      },
    ],
    '/strategy/create': [
      { name: 'strategy-create', path: '/strategy/create' },
      { name: 'strategy-templates', path: '/strategy/create', press: ['.sl-page-header-actions button'] },
      {
        name: 'strategy-template-use',
        path: '/strategy/create',
        press: ['.sl-page-header-actions button', '.st-template-row input'],
        opens: '.ant-modal .st-columns',
      },
      { name: 'strategy-quote', path: '/strategy/create', press: ['.sl-page-header-actions button:nth-child(2)'] },
      { name: 'strategy-import', path: '/strategy/create', press: ['.sl-page-header-actions button:nth-child(3)'] },
    ],
    '/strategy/detail/:id': [
      ...['overview', 'source', 'target', 'schedule', 'cursor', 'runs', 'data', 'logs', 'debugger', 'versions'].map(
        tab => ({
          name: `strategy-${tab}`,
          path: `${detail}?tab=${tab}`,
        }),
      ),
      { name: 'strategy-keep', path: detail, press: [icon('snippets')] },
      {
        name: 'strategy-merge',
        path: `/strategy/detail/${shared}?tab=target`,
        press: ['.st-studio-bar button:nth-child(7)', '.st-wizard-foot .ant-btn-primary'],
        meanwhile: ids.changeShared,
        opens: '.st-conflict',
      },
      { name: 'strategy-publish', path: `${guarded}?tab=publish` },
      { name: 'strategy-publish-ask', path: `${guarded}?tab=publish`, press: ['.sl-section-extra .ant-btn-dangerous'] },
      { name: 'strategy-publish-canary', path: `${guarded}?tab=publish`, press: ['.st-publish-foot button'] },
      { name: 'strategy-draft', path: `${guarded}?tab=source` },
      { name: 'strategy-target-settings', path: `${detail}?tab=target`, press: ['.st-target-line button'] },
      { name: 'strategy-write-back', path: `${detail}?tab=target`, press: ['.st-target-line button:last-of-type'] },
      { name: 'studio-match', path: `${detail}?tab=target`, press: ['.st-studio-bar button:nth-child(3)'] },
      { name: 'studio-copy', path: `${detail}?tab=target`, press: ['.st-studio-bar button:nth-child(4)'] },
      { name: 'studio-fill', path: `${detail}?tab=target`, press: ['.st-studio-bar button:nth-child(5)'] },
      {
        name: 'studio-trial',
        path: `${detail}?tab=target`,
        press: ['.st-studio-bar button:nth-child(6)'],
      },
      {
        name: 'studio-lineage',
        path: `${detail}?tab=target`,
        press: ['.st-panel-head button:has(.anticon-node-index)'],
        opens: '.ant-drawer .ant-drawer-body',
      },
      { name: 'studio-filters', path: `${detail}?tab=target`, press: ['.st-value-form button:has(.anticon-filter)'] },
      {
        name: 'studio-functions',
        path: `${detail}?tab=target`,
        press: ['.st-pane .ant-segmented-item:nth-child(4)', '.st-expression button'],
      },
      { name: 'studio-expression', path: `/strategy/detail/${ids.finding}?tab=target` },
      {
        name: 'studio-find',
        path: `${detail}?tab=target`,
        press: ['.st-pane .ant-segmented-item:nth-child(5)', '.st-value-form button:has(.anticon-search)'],
      },
      {
        name: 'studio-derived',
        path: `${detail}?tab=target`,
        press: ['.st-tree-add button:last-child'],
        opens: '.st-tree-part',
      },
      {
        name: 'studio-source',
        path: `${detail}?tab=target`,
        press: ['.st-studio-bar .ant-segmented-item:last-child'],
        opens: '.cm-content',
      },
      { name: 'strategy-run', path: `${detail}?tab=runs`, press: [ROW_BUTTON] },
      { name: 'strategy-data-errors', path: `${detail}?tab=data&status=3` },
      { name: 'strategy-data-export', path: `${detail}?tab=data&error=none`, press: [icon('export')] },
    ],
    '/strategy/detail/:strategy/:id': [
      { name: 'record', path: `${detail}/${good}` },
      { name: 'record-error', path: `${detail}/${bad}` },
      { name: 'record-correct', path: `${detail}/${bad}`, press: ['#content .rv-verdict .ant-btn-primary'] },
      {
        name: 'record-attempts',
        path: `${detail}/${bad}`,
        press: ['#content .rv-details > summary'],
        opens: '#content',
      },
    ],
    '/strategy-data/:strategy/:id': [{ name: 'record-shared', path: `/strategy-data/${strategy}/${good}` }],
  }
}
