import { join } from 'node:path'
import type { Plugin } from 'vite'

interface Shortcut {
  /** What antd imports, as it is written there. */
  readonly source: string
  /** The ends of the files that import it, below `antd/es/` or `@rc-component/`. */
  readonly importers: readonly string[]
  /** The module they get instead. */
  readonly code: string
}

/** The colour picker's questions about a colour, without its panels (3 kB gzip). */
const COLOR = `
  export { FastColor as AggregationColor } from '@ant-design/fast-color'
  import { FastColor } from '@ant-design/fast-color'
  export const generateColor = color => new FastColor(color ?? '')
  export const isBright = (color, below) => {
    const { r, g, b, a } = color.toRgb()
    return a <= 0.5 ? color.onBackground(below).toHsv().v > 0.5 : r * 0.299 + g * 0.587 + b * 0.114 > 192
  }`

const refuseWith = (reason: string): string => `export default () => { throw new Error('${reason}') }`

const shortcuts: readonly Shortcut[] = [
  // Radio, a part of every table, wants a one-line function out of antd's form, and gets the whole form with its validator.
  {
    source: '../form/hooks/useForm',
    importers: ['radio/group.js'],
    code: `export const toNamePathStr = name => [name ?? []].flat().filter(part => part !== false).join('_')`,
  },
  ...[
    ['../../color-picker/color', ['button/style/token.js', 'tag/style/index.js']] as const,
    ['../../color-picker/components/ColorPresets', ['button/style/token.js', 'tag/style/index.js']] as const,
    ['../color-picker/util', ['tooltip/util.js']] as const,
  ].map(([source, importers]) => ({ source, importers, code: COLOR })),
  // Lists are filtered by the bar above them: no column has the menu of antd, which brings a tree.
  {
    source: './FilterDropdown',
    importers: ['table/hooks/useFilter/index.js'],
    code: `export default () => { throw new Error('no column of the console has filters of its own') }
      export const flattenKeys = filters => (filters ?? []).flatMap(({ value, children }) => [value, ...flattenKeys(children)])`,
  },
  // The choice of the page's size is antd's select, which half of a list's weight was: it comes when somebody goes near it.
  {
    source: '../select',
    importers: ['pagination/Pagination.js'],
    code: `export { LateSelect as default } from ${JSON.stringify(join(import.meta.dirname, 'src/ui/late-select.tsx'))}`,
  },
  // What a table draws for a choice of one, for a menu above its choices, for waiting, for nothing and for a hundred
  // thousand rows: tables of the console have boxes to tick, and their own words and skeletons (`ui/data-table.tsx`).
  {
    source: '../../radio',
    importers: ['table/hooks/useSelection.js'],
    code: refuseWith('no table of the console chooses one row'),
  },
  {
    source: '../../dropdown',
    importers: ['table/hooks/useSelection.js'],
    code: refuseWith('no table of the console has a menu above its boxes'),
  },
  {
    source: './RcTable/VirtualTable',
    importers: ['table/InternalTable.js'],
    code: refuseWith('no table of the console is virtual'),
  },
  {
    source: './VirtualTable',
    importers: ['table/es/index.js'],
    code: `${refuseWith('no table of the console is virtual')}; export const genVirtualTable = undefined`,
  },
  { source: '../spin', importers: ['table/InternalTable.js'], code: 'export default ({ children }) => children' },
  {
    source: '../config-provider/defaultRenderEmpty',
    importers: ['table/InternalTable.js'],
    code: 'export default () => null',
  },
  // Rows are chosen one by one: no table of the console has rows below rows, whose choice would want the tree.
  {
    source: '@rc-component/tree',
    importers: ['table/hooks/useSelection.js'],
    code: `export const arrAdd = (list, value) => [...new Set([...(list ?? []), value])]
      export const arrDel = (list, value) => (list ?? []).filter(each => each !== value)
      const refuse = () => { throw new Error('no table of the console chooses rows by their parents') }
      export { refuse as conductCheck, refuse as convertDataToEntities }`,
  },
  // Not for its weight: see there.
  {
    source: './useEscKeyDown',
    importers: ['portal/es/Portal.js'],
    code: `export { useEscape as default } from ${JSON.stringify(join(import.meta.dirname, 'src/ui/use-escape.ts'))}`,
  },
]

const PREFIX = '\0slim-antd:'

/**
 * Imports of antd that drag what no first page shows into the first load are led past it. When antd moves them, this does
 * nothing and the check of sizes tells.
 */
export function slimAntd(): Plugin {
  return {
    name: 'slim-antd',
    enforce: 'pre',
    apply: 'build',
    async resolveId(source, importer) {
      const below = importer?.match(/\/(?:antd\/es|@rc-component)\/(.*)$/)?.[1]
      if (importer === undefined || below === undefined) return null
      const at = shortcuts.findIndex(one => one.source === source && one.importers.includes(below))
      if (at >= 0) return `${PREFIX}${at}`
      // ConfigProvider wants one context out of an index that has side effects.
      if (source !== '@rc-component/form' || !importer.endsWith('/antd/es/form/context.js')) return null
      const index = await this.resolve(source, importer, { skipSelf: true })
      return index && { ...index, id: index.id.replace(/index\.js$/, 'FormContext.js') }
    },
    load: id => (id.startsWith(PREFIX) ? shortcuts[Number(id.slice(PREFIX.length))]!.code : null),
  }
}
