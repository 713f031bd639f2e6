import { PACKAGE_FORMAT, type SolutionPackage } from '@sluice/contract'

/** What differs between the versions of a package of two flows and a map. */
export interface ShopVersion {
  readonly version: string
  readonly price: string
  readonly no: string
  /** `b` by `a`. */
  readonly units: Readonly<Record<string, string>>
  /** Fields that are only in this one. */
  readonly more?: readonly string[]
  /** Codes of its flows beside SO. */
  readonly others?: readonly string[]
  /** Those of them that may be left out. */
  readonly optional?: readonly string[]
  /** Reports of SO by name: by which field each groups. */
  readonly reports?: Readonly<Record<string, string>>
  /** Dashboards by name: what is written on each. */
  readonly walls?: Readonly<Record<string, string>>
  /** Applications of the gateway by name: fields of SO that each hands out. */
  readonly gateways?: Readonly<Record<string, readonly string[]>>
  /** Flows of the reconciliation by name: how many hours around it each looks. */
  readonly reconFlows?: Readonly<Record<string, number>>
  /** Kinds of bills by name: the heading of the amount. */
  readonly bills?: Readonly<Record<string, string>>
  /** Parameters beside the warehouse. */
  readonly params?: readonly string[]
}

export const shopOne: ShopVersion = {
  version: '1.0.0',
  price: '{{price}}',
  no: '{{no}}',
  units: { BOX: '箱', PCS: '个' },
  others: ['STOCK'],
}
export const shopTwo: ShopVersion = {
  ...shopOne,
  version: '2.0.0',
  price: '{{amount}}',
  no: 'SO-{{no}}',
  units: { BOX: '盒', PCS: '个', KG: '千克' },
  more: ['note'],
}

const template = (target: string, text: string, rest: object = {}) => ({
  target,
  value: { kind: 'template', template: text },
  ...rest,
})

const file = (path: string, kind: string, key: string, spec: object) => ({
  path: `objects/${path}.yaml`,
  text: JSON.stringify({ kind, version: 1, key, spec }), // JSON is YAML
})

const strategy = (code: string, fields: readonly object[]) =>
  file(`strategies/${code}`, 'strategy', code, {
    name: `Flow ${code}`,
    source: { connector: 'slot:shop', resource: 'orders', key: ['id'] },
    target: { connector: 'slot:erp', resource: 'bills' },
    mapping: { copyAll: false, fields },
    schedule: { cron: '*/10 * * * *' },
  })

const report = (name: string, field: string) =>
  file(`reports/SO/${name}`, 'report', `SO/${name}`, {
    definition: { metrics: [{ op: 'count' }], group_by: [{ field: { of: 'data', name: field } }] },
  })

const wall = (name: string, words: string) =>
  file(`dashboards/${name}`, 'dashboard', name, {
    design: {
      ...{ width: 1920, height: 1080 },
      components: [
        { name: 'words', kind: 'text', x: 0, y: 0, width: 400, height: 60, options: { text: words } },
        { name: 'done', kind: 'kpi', x: 0, y: 80, width: 400, height: 200, sources: ['records.written.today'] },
      ],
    },
  })

const gateway = (name: string, fields: readonly string[]) =>
  file(`gateways/${name}`, 'gateway', name, {
    remark: 'For the shop',
    apis: [
      {
        ...{ strategy: 'SO', operations: ['query', 'find'], fields, masks: { [fields[0] ?? '']: 'ends' } },
        row_filter: [{ field: 'warehouse', op: 'is', values: [`\${param:warehouse}`] }],
      },
    ],
    maps: ['units'],
  })

const reconFlow = (name: string, before_hours: number) =>
  file(`recon-flows/${name}`, 'recon-flow', name, {
    in_transit_days: 2,
    rules: [
      { name: 'exact', kind: 'exact', keys: ['order', 'item'] },
      { name: 'near', kind: 'window', keys: ['account'], before_hours, after_hours: 24 },
    ],
  })

const bill = (name: string, column: string) =>
  file(`bill-profiles/${name}`, 'bill-profile', name, {
    headings: ['Day', column],
    mapping: {
      columns: { at: 'Day' },
      amount: { how: 'signed', column },
      ...{ day_order: 'ymd', decimal: '.', notes: [] },
    },
  })

export function shopPackage({
  version,
  price,
  no,
  units,
  more = [],
  others = [],
  optional = [],
  params = [],
  reports = {},
  walls = {},
  gateways = {},
  reconFlows = {},
  bills = {},
}: ShopVersion): SolutionPackage {
  const codes = ['SO', ...others]
  return {
    manifest: {
      ...{
        format: PACKAGE_FORMAT,
        name: 'shop-erp',
        version,
        title: 'Shop',
        summary: 'Orders',
        industry: '',
        tags: [],
      },
      ...{ licence: '', dependencies: {}, samples: [] },
      connections: ['shop', 'erp'].map(slot => ({ slot, platform: 'fake', title: slot, rights: [] })),
      parameters: [
        { name: 'warehouse', title: 'Warehouse', type: 'text', choices: [], required: true, default: 'W1' },
        ...params.map(name => ({ name, title: name, type: 'text' as const, choices: [], required: true })),
      ],
      flows: codes.map(code => ({
        ...{ strategy: code, title: code, document: code, from: 'shop', to: 'erp' },
        required: !optional.includes(code),
      })),
    },
    files: [
      file('mappings/units', 'mapping', 'units', {
        lines: Object.entries(units).map(([a, b]) => ({ a, b })),
      }),
      strategy('SO', [
        template('no', no),
        template('price', price),
        template('unit', '{{unit}}', { lookup: { map: 'units', direction: 'forward' } }),
        { target: 'warehouse', value: { kind: 'constant', value: `\${param:warehouse}` } },
        ...more.map(each => template(each, `{{${each}}}`)),
      ]),
      ...others.map(code => strategy(code, [template('no', '{{no}}')])),
      ...Object.entries(reports).map(([name, field]) => report(name, field)),
      ...Object.entries(walls).map(([name, words]) => wall(name, words)),
      ...Object.entries(gateways).map(([name, fields]) => gateway(name, fields)),
      ...Object.entries(reconFlows).map(([name, hours]) => reconFlow(name, hours)),
      ...Object.entries(bills).map(([name, column]) => bill(name, column)),
    ],
    pictures: [],
    signature: null,
  }
}
