import { z } from 'zod'

/** The form of packages that this product writes; another one is refused. */
export const PACKAGE_FORMAT = 1

/** All of a package as one file. What is larger is refused before it is read. */
export const MAX_PACKAGE_BYTES = 8 * 2 ** 20

/** A word for people: one text, or one for each language; Chinese is what is shown where a language is missing. */
const words = (max: number) =>
  z.union([
    z.string().trim().min(1).max(max),
    z.strictObject({
      zh: z.string().trim().min(1).max(max),
      en: z.string().trim().min(1).max(max).optional(),
      pt: z.string().trim().min(1).max(max).optional(),
    }),
  ])
export type PackageWords =
  | string
  | { readonly zh: string; readonly en?: string | undefined; readonly pt?: string | undefined }

/** Lower case, as in addresses: unique among the packages of its publisher. */
export const PackageName = z.string().regex(/^[a-z][a-z0-9-]{1,59}$/)
/** Major, minor, patch; no label behind. */
export const PackageVersion = z.string().regex(/^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/)
/** `^1.2.0`, `>=1.2.0`, or one version. */
export const PackageRange = z.string().regex(/^(\^|>=)?(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/)

const Word = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)

/** A system that whoever installs connects. Objects name it `slot:NAME` where a strategy names a connector. */
export const PackageConnection = z.strictObject({
  slot: Word,
  /** Id of a platform of the product, or `own:CODE` of one that the package brings along. */
  platform: z.string().regex(/^(own:)?[a-z0-9_-]{2,40}$/),
  title: words(60),
  /** Rights that the account needs there, for people to read. */
  rights: z.array(words(200)).max(30).default([]),
})
export type PackageConnection = z.output<typeof PackageConnection>

export const packageParameterTypes = ['text', 'integer', 'decimal', 'boolean', 'date', 'choice'] as const

/** A value that is asked for at installation: `${param:NAME}` in any text of an object. */
export const PackageParameter = z
  .strictObject({
    name: Word,
    title: words(60),
    help: words(500).optional(),
    type: z.enum(packageParameterTypes),
    /** Of `choice` alone. */
    choices: z
      .array(z.strictObject({ value: z.string().min(1).max(200), title: words(100) }))
      .max(100)
      .default([]),
    required: z.boolean().default(true),
    /** As text, whatever the type. Absent: there is none. */
    default: z.string().max(2000).optional(),
  })
  .refine(({ type, choices }) => (type === 'choice') === choices.length > 0, { path: ['choices'] })
export type PackageParameter = z.output<typeof PackageParameter>

/** One strategy as people choose it: a line of the data scope. */
export const PackageFlow = z.strictObject({
  /** Code of the strategy in the package. */
  strategy: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$/),
  title: words(60),
  /** What moves: 销售订单. */
  document: words(60),
  from: Word,
  to: Word,
  /** When a document moves: 已审核. */
  trigger: words(200).optional(),
  /** By what field the new ones are found. */
  increment: z.string().max(200).optional(),
  /** Cannot be left out. */
  required: z.boolean().default(true),
})
export type PackageFlow = z.output<typeof PackageFlow>

/** A record and what the mapping must make of it. */
export const PackageSample = z.strictObject({
  strategy: z.string().max(60),
  title: words(100),
  /** The source's record as JSON text, every digit of it. */
  given: z.string().max(100_000),
  /** The mapped record as JSON text, whole. Absent when it is refused. */
  expected: z.string().max(100_000).optional(),
  /** Code of the refusal instead. */
  refused: z.string().max(100).optional(),
  /** Parameters other than their defaults. */
  params: z.record(z.string(), z.string()).default({}),
})
export type PackageSample = z.output<typeof PackageSample>

/** What a package says of itself: `package.yaml`. */
export const PackageManifest = z.strictObject({
  format: z.literal(PACKAGE_FORMAT),
  name: PackageName,
  version: PackageVersion,
  title: words(60),
  summary: words(300),
  industry: z.string().max(40).default(''),
  tags: z.array(z.string().trim().min(1).max(30)).max(20).default([]),
  licence: z.string().max(60).default(''),
  /** Needs this product or a newer one. */
  product: PackageRange.optional(),
  /** Other packages of the same tenant, by name. */
  dependencies: z.record(PackageName, PackageRange).default({}),
  connections: z.array(PackageConnection).min(1).max(20),
  parameters: z.array(PackageParameter).max(60).default([]),
  flows: z.array(PackageFlow).min(1).max(100),
  samples: z.array(PackageSample).max(300).default([]),
  /** What is other than in the version before. */
  changes: words(4000).optional(),
})
export type PackageManifest = z.output<typeof PackageManifest>

/** A text of a package: `objects/strategies/SO.yaml`, `docs/readme.zh.md`. */
export const PackageFile = z.strictObject({
  path: z.string().regex(/^(objects|docs)\/[^/\\\p{Cc}]{1,100}(\/[^/\\\p{Cc}]{1,100}){0,4}\.(yaml|md)$/u),
  text: z.string().max(2_000_000),
})
export type PackageFile = z.output<typeof PackageFile>

/** A picture, as base64. */
export const PackagePicture = z.strictObject({
  path: z.string().regex(/^pictures\/[a-z0-9][a-z0-9._-]{0,79}\.(png|jpg|webp)$/),
  base64: z.base64().max(1_400_000),
})
export type PackagePicture = z.output<typeof PackagePicture>

/** Who made it, and that no byte is another one since. Ed25519 over the SHA-256 of everything else. */
export const PackageSignature = z.strictObject({
  publisher: z.string().trim().min(1).max(60),
  /** Raw public key, base64url. */
  key: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  value: z.string().regex(/^[A-Za-z0-9_-]{86}$/),
})

/** A whole package as one file: `NAME-VERSION.sluice.json`. */
export const SolutionPackage = z.strictObject({
  manifest: PackageManifest,
  files: z.array(PackageFile).max(2000),
  pictures: z.array(PackagePicture).max(40).default([]),
  signature: PackageSignature.nullable().default(null),
})
export type SolutionPackage = z.output<typeof SolutionPackage>

/** What no strategy needs and an author may take along with them. */
export const alongKinds = ['report', 'dashboard', 'gateway', 'recon-flow', 'bill-profile'] as const
export type AlongKind = (typeof alongKinds)[number]

/** What somebody who approves a package looks at, by kind; form: it is not put together right. */
export const troubleKinds = ['secret', 'egress', 'script', 'licence', 'mapping', 'form'] as const
export type TroubleKind = (typeof troubleKinds)[number]
