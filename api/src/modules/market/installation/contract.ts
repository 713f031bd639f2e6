import { packageParameterTypes, route } from '@sluice/contract'
import { z } from 'zod'
import { ConfigChange, ConfigProblem, RecordEffect } from '../../admin/config/contract.ts'
import { PackageRef } from '../market/contract.ts'

/** What is asked of whoever installs. */
const Wish = {
  ref: PackageRef,
  /** Codes of the strategies that are wanted; absent: all. Required ones are there in any case. */
  flows: z.array(z.string().max(60)).max(100).optional(),
  /** In front of the names and codes of all that is made: two installations of one package need different ones. */
  prefix: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,19}$/)
    .or(z.literal('')),
  /** Of the strategies. Empty: as the package says. */
  group: z.string().trim().max(60).default(''),
  /** Connector ids by slot. */
  connectors: z.record(z.string().max(40), z.uuid()),
  /** Values of parameters as text, whatever their type. */
  params: z.record(z.string().max(40), z.string().max(2000)).default({}),
  /** Count its written and failed records, without a name, in the figures of the market. */
  tells_use: z.boolean().default(false),
}

/** What an installation would meet at one connected system, asked there and then. */
const Compatibility = z.object({
  slot: z.string(),
  connector_id: z.uuid(),
  connector: z.string(),
  checks: z.array(
    z.object({
      what: z.string(),
      state: z.enum(['ok', 'missing', 'unknown']),
      message: z.string(),
    }),
  ),
})

export const InstallPlan = z.object({
  /** What is agreed to by installing. */
  hash: z.string(),
  /** In the way; each with its place: `connectors.shop`, `params.warehouse`, `prefix`, or the file of an object. */
  problems: z.array(z.object({ field: z.string(), message: z.string() })),
  changes: z.array(ConfigChange),
  /** Of 100; null: nothing could be asked. */
  score: z.int().min(0).max(100).nullable(),
  compatibility: z.array(Compatibility),
  samples: z.object({ passed: z.int(), failed: z.int() }),
})
export type InstallPlan = z.output<typeof InstallPlan>

const TriedField = z.object({
  /** At the target. */
  field: z.string(),
  /** Records that have a value there, have none, and are refused for it. */
  filled: z.int(),
  empty: z.int(),
  refused: z.int(),
  /** A value of it, as JSON; '': none has one. */
  example: z.string(),
  /** Why the first one is refused. */
  message: z.string(),
})

/** First records of the connected systems through the mappings of a package; nothing is written, and nothing is kept. */
export const InstallTrial = z.object({
  flows: z.array(
    z.object({
      strategy: z.string(),
      title: z.string(),
      connector: z.string(),
      /** later: what it reads by is made with the installation. unsent: the package's own words may change something. failed: the system did not answer. */
      state: z.enum(['tried', 'later', 'unsent', 'failed']),
      message: z.string(),
      records: z.array(
        z.object({
          state: z.enum(['mapped', 'refused', 'dropped']),
          /** JSON, shortened where it is long. */
          given: z.string(),
          made: z.string(),
          problems: z.array(z.object({ field: z.string(), message: z.string() })),
        }),
      ),
      fields: z.array(TriedField),
    }),
  ),
})
export type InstallTrial = z.output<typeof InstallTrial>

/** waiting: never started; failing: the newest run of a flow failed or left something out. */
export const installationStates = ['waiting', 'running', 'stopped', 'failing'] as const

const Flow = z.object({
  strategy_id: z.uuid(),
  code: z.string(),
  title: z.string(),
  document: z.string(),
  from: z.string(),
  to: z.string(),
  status: z.enum(['draft', 'stopped', 'running']),
  /** Every how many minutes; null: by another rhythm, or by hand. */
  cron: z.string().nullable(),
  done: z.string(),
  failed: z.string(),
  waiting: z.string(),
  last_run_at: z.string().nullable(),
  last_run_state: z.string().nullable(),
})

const head = {
  id: z.uuid(),
  name: z.string(),
  title: z.string(),
  version: z.string(),
  publisher: z.string(),
  prefix: z.string(),
  status: z.enum(installationStates),
  /** A newer release that may be taken; null: there is none. */
  newer: z.object({ ref: z.string(), version: z.string() }).nullable(),
  platforms: z.array(
    z.object({ id: z.string(), name: z.string(), icon: z.object({ text: z.string(), color: z.string() }) }),
  ),
  /** Today, in the tenant's zone. */
  done_today: z.string(),
  failed: z.string(),
  last_run_at: z.string().nullable(),
  /** Opened in the full studio: then its strategies are like any others. */
  is_converted: z.boolean(),
  created_at: z.string(),
}
export const InstallationRow = z.object(head)
export type InstallationRow = z.output<typeof InstallationRow>

export const InstallationDetail = z.object({
  ...head,
  lock: z.int(),
  ref: z.string(),
  connections: z.array(
    z.object({
      slot: z.string(),
      title: z.string(),
      platform_id: z.string(),
      connector_id: z.uuid(),
      connector: z.string(),
      /** Of its last test. */
      status: z.string(),
    }),
  ),
  flows: z.array(Flow),
  /** Flows of the package that are not here: `left` out so far, or made and deleted since, `gone`. */
  offered: z.array(
    z.object({
      strategy: z.string(),
      title: z.string(),
      document: z.string(),
      from: z.string(),
      to: z.string(),
      state: z.enum(['left', 'gone']),
    }),
  ),
  parameters: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      help: z.string(),
      type: z.enum(packageParameterTypes),
      choices: z.array(z.object({ value: z.string(), title: z.string() })),
      required: z.boolean(),
      value: z.string(),
    }),
  ),
  maps: z.array(z.object({ id: z.uuid(), name: z.string(), lines: z.int() })),
  reports: z.array(z.object({ id: z.uuid(), strategy_id: z.uuid(), strategy: z.string(), name: z.string() })),
  dashboards: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** Applications of the gateway; those that were just made are off and have no secret. */
  gateways: z.array(z.object({ id: z.uuid(), name: z.string(), is_enabled: z.boolean(), has_secret: z.boolean() })),
  /** Flows of the reconciliation; those that were just made have no accounts. */
  recon_flows: z.array(z.object({ id: z.uuid(), name: z.string(), accounts: z.int() })),
  bill_profiles: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** Fields that were changed here since: they stay when it is upgraded. */
  local_changes: z.int(),
  /** A snapshot to go back to: of the version before. */
  previous: z.string().nullable(),
})
export type InstallationDetail = z.output<typeof InstallationDetail>

/** Both sides changed it since the version that is installed. */
export const MergeConflict = z.object({
  /** Names it in a choice. */
  id: z.string(),
  kind: z.string(),
  key: z.string(),
  /** `spec.mapping.fields[target=price].value`; empty: the object itself. */
  path: z.string(),
  base: z.string().nullable(),
  mine: z.string().nullable(),
  theirs: z.string().nullable(),
})
export type MergeConflict = z.output<typeof MergeConflict>

export const UpgradePlan = z.object({
  hash: z.string(),
  version: z.string(),
  changes: z.array(ConfigChange),
  conflicts: z.array(MergeConflict),
  /** What it means for records that are stored. */
  effects: z.array(RecordEffect),
  /** Local edits that stay. */
  kept: z.int(),
  /** New parameters that have no value yet. */
  asked: z.array(z.string()),
  problems: z.array(ConfigProblem),
})
export type UpgradePlan = z.output<typeof UpgradePlan>

const Upgrade = {
  ref: PackageRef,
  /** By the id of a conflict; absent: mine stays. */
  choices: z.record(z.string().max(1000), z.enum(['mine', 'theirs'])).default({}),
  params: z.record(z.string().max(40), z.string().max(2000)).default({}),
  /** Connector ids by slot: of places that the installed version has not, or others than now. */
  connectors: z.record(z.string().max(40), z.uuid()).default({}),
}

const id = z.object({ id: z.uuid() })

export const installation = {
  platforms: route({
    method: 'POST',
    path: '/api/dh/lessee/installation/platform',
    summary: 'Make the platforms that a package brings along, so that connectors of them can be made',
    permission: 'market:install',
    audit: 'add',
    body: z.strictObject({ ref: PackageRef }),
    content: z.array(z.never()),
  }),
  plan: route({
    method: 'POST',
    path: '/api/dh/lessee/installation/plan',
    summary: 'What installing would make, whether the connected systems fit, and what is in the way; nothing is kept',
    permission: 'market:install',
    audit: 'query',
    body: z.strictObject(Wish),
    content: InstallPlan,
  }),
  trial: route({
    method: 'POST',
    path: '/api/dh/lessee/installation/trial',
    summary:
      'First records of the connected systems through the mappings of a package, with a result for each field; nothing is written or kept',
    permission: 'market:install',
    audit: 'query',
    body: z.strictObject({ ...Wish, /** Of each flow. */ records: z.int().min(1).max(20).default(5) }),
    content: InstallTrial,
  }),
  create: route({
    method: 'POST',
    path: '/api/dh/lessee/installation',
    summary: 'Install a package, all of it or nothing; its strategies are stopped',
    permission: 'market:install',
    audit: 'add',
    body: z.strictObject({ ...Wish, /** Of the plan. */ hash: z.string().min(1).max(100) }),
    content: InstallationDetail,
  }),
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/installation',
    summary: 'What is installed here',
    permission: 'market:query',
    audit: 'query',
    query: z.strictObject({
      keyword: z.string().max(100).optional(),
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(24),
    }),
    content: z.array(InstallationRow),
  }),
  detail: route({
    method: 'GET',
    path: '/api/dh/lessee/installation/{id}',
    summary: 'One installation: its connections, flows, parameters and maps',
    permission: 'market:query',
    audit: 'query',
    params: id,
    content: InstallationDetail,
  }),
  adjust: route({
    method: 'PUT',
    path: '/api/dh/lessee/installation/{id}',
    summary: 'Other values of its parameters, other connectors, more of its flows; what was changed by hand stays',
    permission: 'market:install',
    audit: 'update',
    params: id,
    body: z.strictObject({
      lock: z.int(),
      params: z.record(z.string().max(40), z.string().max(2000)).optional(),
      connectors: z.record(z.string().max(40), z.uuid()).optional(),
      /** Codes in the package of flows that are `offered`: made, or made again with what they need. */
      add: z.array(z.string().max(60)).max(100).optional(),
    }),
    content: InstallationDetail,
  }),
  convert: route({
    method: 'POST',
    path: '/api/dh/lessee/installation/{id}/convert',
    summary: 'Open its strategies in the full studio; nothing of them changes',
    permission: 'market:install',
    audit: 'update',
    params: id,
    content: InstallationDetail,
  }),
  upgradePlan: route({
    method: 'POST',
    path: '/api/dh/lessee/installation/{id}/upgrade/plan',
    summary:
      'What another version brings, beside what was changed here: field by field, with the effect on stored records',
    permission: 'market:install',
    audit: 'query',
    params: id,
    body: z.strictObject(Upgrade),
    content: UpgradePlan,
  }),
  upgrade: route({
    method: 'POST',
    path: '/api/dh/lessee/installation/{id}/upgrade',
    summary: 'Take another version over, all of it or nothing; local changes stay where nobody chose otherwise',
    permission: 'market:install',
    audit: 'update',
    params: id,
    body: z.strictObject({ ...Upgrade, hash: z.string().min(1).max(100) }),
    content: InstallationDetail,
  }),
  rollback: route({
    method: 'POST',
    path: '/api/dh/lessee/installation/{id}/rollback',
    summary: 'Back to how everything was before the last upgrade',
    permission: 'market:install',
    audit: 'update',
    params: id,
    content: InstallationDetail,
  }),
  removal: route({
    method: 'GET',
    path: '/api/dh/lessee/installation/{id}/removal',
    summary: 'What uninstalling would take along, and what stands in the way',
    permission: 'market:query',
    audit: 'query',
    params: id,
    content: z.object({
      hash: z.string(),
      changes: z.array(ConfigChange),
      problems: z.array(ConfigProblem),
      /** Stored records that go with the strategies. */
      records: z.string(),
    }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/dh/lessee/installation/{id}',
    summary: 'Uninstall: everything it made, or only the installation where its objects are kept',
    permission: 'market:install',
    audit: 'delete',
    params: id,
    body: z.strictObject({ /** Its objects stay as any others. */ keep: z.boolean().default(false) }),
    content: z.array(z.never()),
  }),
}
