/**
 * The parts of the product, one word each, the same in every room: modules of the API, screens of the console, documents.
 * In their order: an area of the API or of the console may import those before it, never one after it; pages are linked any way.
 */
export const areas = [
  /** Who one is, what one may do, and how one proves it; tenants. */
  'identity',
  /** External systems: connectors, their platforms, files, and the pools of processes that speak to them. */
  'connect',
  /** APIs of external systems as described assets, adapters, and the approval of what goes live. */
  'asset',
  /** Lookup tables. */
  'mapping',
  /** What runs leave: runs, records, errors, replays, logs, stored data. */
  'run',
  /** One source, a mapping, one target. */
  'strategy',
  /** Bills of platforms against the own documents: accounts, lines of both sides, what explains what. */
  'reconcile',
  /** What other programs call: applications, what they may do, what they did. */
  'gateway',
  /** Reports, alerts and the workbench. */
  'insight',
  /** The tenant's settings, quota, configuration as files, operation log, its data's end. */
  'admin',
  /** Integrations that somebody has solved: packages, the market they are found in, what is installed of them. */
  'market',
  'assistant',
] as const

export type Area = (typeof areas)[number]
