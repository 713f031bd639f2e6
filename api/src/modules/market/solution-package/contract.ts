import {
  alongKinds,
  DOCUMENT_BYTES,
  MAX_PACKAGE_BYTES,
  PackageManifest,
  PackageName,
  PackagePicture,
  PackageVersion,
  route,
  SolutionPackage,
} from '@sluice/contract'
import { z } from 'zod'

/** private: this tenant; code: whoever has the share code; market: every tenant, when the operator has approved it. */
export const visibilities = ['private', 'code', 'market'] as const
export type Visibility = (typeof visibilities)[number]

/** waiting: for the operator's approval. withdrawn: installed ones stay, nobody installs it any more. */
export const releaseStates = ['released', 'waiting', 'refused', 'withdrawn'] as const

export const PackageProblem = z.object({
  /** error: it cannot be released; warning: it can. */
  level: z.enum(['error', 'warning']),
  /** `manifest.flows.2.from`, or the path of a file. */
  place: z.string(),
  message: z.string(),
})
export type PackageProblem = z.output<typeof PackageProblem>

export const SampleResult = z.object({
  strategy: z.string(),
  title: z.string(),
  ok: z.boolean(),
  /** What the mapping made of it, as lossless JSON; null: it was refused. */
  made: z.string().nullable(),
  /** Why it is not as expected; empty when it is. */
  message: z.string(),
})
export type SampleResult = z.output<typeof SampleResult>

const Release = z.object({
  id: z.uuid(),
  version: z.string(),
  state: z.enum(releaseStates),
  /** Of the operator, when it was refused. */
  reason: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  /** Living installations of this version, over all tenants. */
  installs: z.int(),
  username: z.string(),
  created_at: z.string(),
})

const head = {
  id: z.uuid(),
  name: z.string(),
  title: z.string(),
  visibility: z.enum(visibilities),
  /** Of the newest release; null: there is none. */
  released: z.string().nullable(),
  release_state: z.enum(releaseStates).nullable(),
  /** Whether something is other than in the newest release. */
  is_changed: z.boolean(),
  strategies: z.int(),
  platforms: z.array(
    z.object({ id: z.string(), name: z.string(), icon: z.object({ text: z.string(), color: z.string() }) }),
  ),
  installs: z.int(),
  username: z.string(),
  updated_at: z.string(),
}
export const PackageRow = z.object(head)
export type PackageRow = z.output<typeof PackageRow>

export const PackageDetail = z.object({
  ...head,
  /** For the next save; 409 when somebody saved meanwhile. */
  lock: z.int(),
  share_code: z.string().nullable(),
  /** As it would be released now, without a signature. */
  document: SolutionPackage,
  releases: z.array(Release),
})
export type PackageDetail = z.output<typeof PackageDetail>

/** What a package is, before anybody has it. */
const Examined = z.object({
  problems: z.array(PackageProblem),
  samples: z.array(SampleResult),
  /** Against the newest release. */
  breaking: z.array(z.string()),
  /** What its version ought to be at least. */
  proposed_version: z.string(),
  /** A sentence for each object that is other. */
  proposed_changes: z.string(),
})
export type Examined = z.output<typeof Examined>

/** What may come along with strategies, by its key in files: of a report the code of its strategy and its name. */
const Along = z.strictObject({ kind: z.enum(alongKinds), key: z.string().min(1).max(200) })

const id = z.object({ id: z.uuid() })
const release = z.object({ id: z.uuid(), version: PackageVersion })
const Texts = z.array(z.strictObject({ path: z.string().max(200), text: z.string().max(200_000) })).max(100)

export const solutionPackage = {
  list: route({
    method: 'POST',
    path: '/api/dh/lessee/solution-package/searchv2',
    summary: 'Packages that the tenant makes',
    permission: 'package:query',
    audit: 'query',
    body: z.strictObject({
      keyword: z.string().max(100).optional(),
      visibility: z.enum(visibilities).optional(),
      page: z.int().min(1).default(1),
      pageSize: z.int().min(1).max(100).default(20),
    }),
    content: z.array(PackageRow),
  }),
  create: route({
    method: 'POST',
    path: '/api/dh/lessee/solution-package',
    summary:
      'Make a package of strategies and everything they need; connectors become places to fill, secrets stay here',
    permission: 'package:add',
    audit: 'add',
    body: z.strictObject({
      strategy_ids: z.array(z.uuid()).min(1).max(100),
      name: PackageName,
      title: z.string().trim().min(1).max(60),
    }),
    content: PackageDetail,
  }),
  import: route({
    method: 'POST',
    path: '/api/dh/lessee/solution-package/import',
    summary: 'Go on with a package from a file: its objects, documents and samples become a draft here',
    permission: 'package:add',
    audit: 'import',
    bodyBytes: MAX_PACKAGE_BYTES * 2,
    body: z.strictObject({ text: z.string().max(MAX_PACKAGE_BYTES) }),
    content: PackageDetail,
  }),
  replace: route({
    method: 'PUT',
    path: '/api/dh/lessee/solution-package/{id}/document',
    summary: 'A file of the same package takes the place of its draft; its releases stay',
    permission: 'package:update',
    audit: 'import',
    params: id,
    bodyBytes: MAX_PACKAGE_BYTES * 2,
    body: z.strictObject({ lock: z.int(), text: z.string().max(MAX_PACKAGE_BYTES) }),
    content: PackageDetail,
  }),
  detail: route({
    method: 'GET',
    path: '/api/dh/lessee/solution-package/{id}',
    summary: 'One package as it is now',
    permission: 'package:query',
    audit: 'query',
    params: id,
    content: PackageDetail,
  }),
  save: route({
    method: 'PUT',
    path: '/api/dh/lessee/solution-package/{id}',
    summary: 'Save what the package says of itself, its documents and pictures',
    permission: 'package:update',
    audit: 'update',
    params: id,
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({
      lock: z.int(),
      manifest: PackageManifest,
      /** All of `docs/`. */
      docs: Texts,
      pictures: z.array(PackagePicture).max(40),
      visibility: z.enum(visibilities),
    }),
    content: PackageDetail,
  }),
  gather: route({
    method: 'POST',
    path: '/api/dh/lessee/solution-package/{id}/gather',
    summary:
      'Take the strategies over as they are now, with everything they need; others than before where they are named',
    permission: 'package:update',
    audit: 'update',
    params: id,
    body: z.strictObject({
      lock: z.int(),
      strategy_ids: z.array(z.uuid()).min(1).max(100).optional(),
      /** Reports and dashboards that come along; absent: those that are in it. */
      along: z.array(Along).max(200).optional(),
    }),
    content: PackageDetail,
  }),
  along: route({
    method: 'GET',
    path: '/api/dh/lessee/solution-package/{id}/along',
    summary: 'Shared reports of its strategies, and dashboards: what may come along, and what does',
    permission: 'package:query',
    audit: 'query',
    params: id,
    content: z.array(Along.extend({ name: z.string(), is_in: z.boolean() })),
  }),
  lift: route({
    method: 'POST',
    path: '/api/dh/lessee/solution-package/{id}/lift',
    summary: 'Ask for a value at installation instead of the constant that stands in an object',
    permission: 'package:update',
    audit: 'update',
    params: id,
    body: z.strictObject({
      lock: z.int(),
      /** Of `objects/`. */
      path: z.string().max(300),
      /** `spec.mapping.fields.3.value.value`. */
      field: z.string().max(500),
      name: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
      title: z.string().trim().min(1).max(60),
    }),
    content: PackageDetail,
  }),
  constants: route({
    method: 'GET',
    path: '/api/dh/lessee/solution-package/{id}/constant',
    summary: 'Constants in the objects of a package, each of which may be asked for at installation instead',
    permission: 'package:query',
    audit: 'query',
    params: id,
    content: z.array(
      z.object({
        path: z.string(),
        field: z.string(),
        value: z.string(),
        /** Where it stands, for people. */ place: z.string(),
      }),
    ),
  }),
  check: route({
    method: 'POST',
    path: '/api/dh/lessee/solution-package/{id}/check',
    summary: 'What is in the way of a release, how the samples come out, and what breaks for those who have it',
    permission: 'package:query',
    audit: 'query',
    params: id,
    content: Examined,
  }),
  examine: route({
    method: 'POST',
    path: '/api/dh/lessee/solution-package/examine',
    summary:
      'The same of a package as a file, signed or not, that is kept nowhere; against another version of it where one is given',
    permission: 'package:query',
    audit: 'query',
    bodyBytes: MAX_PACKAGE_BYTES * 3,
    body: z.strictObject({
      text: z.string().max(MAX_PACKAGE_BYTES),
      before: z.string().max(MAX_PACKAGE_BYTES).optional(),
    }),
    content: Examined,
  }),
  release: route({
    method: 'POST',
    path: '/api/dh/lessee/solution-package/{id}/release',
    summary: 'Sign it as it is and keep it under its version for good; into the market by approval',
    permission: 'package:publish',
    audit: 'update',
    params: id,
    body: z.strictObject({ lock: z.int() }),
    content: PackageDetail,
  }),
  withdraw: route({
    method: 'POST',
    path: '/api/dh/lessee/solution-package/{id}/release/{version}/withdraw',
    summary: 'Offer a release no longer; what is installed of it stays',
    permission: 'package:publish',
    audit: 'update',
    params: release,
    content: PackageDetail,
  }),
  file: route({
    method: 'GET',
    path: '/api/dh/lessee/solution-package/{id}/release/{version}/file',
    summary: 'A release as its signed file',
    permission: 'package:export',
    audit: 'export',
    params: release,
    content: 'file',
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/dh/lessee/solution-package/{id}',
    summary: 'Delete a package with its releases; what is installed of it stays and gets no newer ones',
    permission: 'package:delete',
    audit: 'delete',
    params: id,
    content: z.array(z.never()),
  }),
}
