import type { Data, FieldSpec, ParamValues, SourceConfig, TargetConfig } from '@sluice/contract'
import type { Connector } from '../connector.ts'
import type { TestContext } from './test-context.ts'

/** What a connector tells the suite about itself. Sections run for what is present. */
export interface ConformanceOptions {
  readonly connector: Connector
  /** False skips the sections that need the far system, except under CI, where they then fail. Default: reachable. */
  isReachable?(): Promise<boolean>
  /** Starts or creates what is needed, once, and returns parameters that work. Use a random password where you can. */
  prepare(context: TestContext): Promise<Fixture>
  /** Settings that must end `test()` with a failed step and an advice: wrong host, port, credentials, database. */
  readonly wrong: readonly WrongSetting[]
  readonly source?: SourceSuite
  readonly target?: TargetSuite
  /** Longest time one test may take. Default 20000. */
  readonly timeoutMs?: number
}

export interface Fixture {
  readonly params: ParamValues
  dispose?(): Promise<void>
}

export interface WrongSetting {
  /** `port`, `password`: completes "names what is wrong when … is wrong". */
  readonly title: string
  /** Laid over the working parameters. */
  readonly change: ParamValues
  /** Name of the step that must fail. */
  readonly step?: string
}

/** Where the records are: what a user would have entered. `connector_id` is filled in by the suite. */
export type SourcePlace = Pick<SourceConfig, 'resource'> & Partial<Omit<SourceConfig, 'connector_id' | 'resource'>>
export type TargetPlace = Pick<TargetConfig, 'resource'> & Partial<Omit<TargetConfig, 'connector_id' | 'resource'>>

interface ValueRules {
  /** Fields of the corpus this system cannot hold, each with the reason. */
  readonly waived?: Readonly<Record<string, string>>
  /** The form in which a record comes back (a CSV gives text). Default: equal. */
  expected?(record: Data): Data
}

/** What is there to be read where nothing can be put: a platform's own data. */
export interface GivenRecords {
  readonly place: SourcePlace
  /** All of them, at least 30, in the form they come back in. */
  readonly records: readonly Data[]
}

export interface SourceSuite extends ValueRules {
  /** Makes a fresh resource holding exactly these records and says how to read it. Called by most tests. */
  put?(records: readonly Data[], fields: readonly FieldSpec[], fixture: Fixture): Promise<SourcePlace>
  /** Instead of `put`, where the far system's data is fixed. */
  given?(fixture: Fixture): Promise<GivenRecords>
  /** A resource that does not exist. Default `no_such_resource_7`. null: the connector has no names to miss. */
  readonly missing?: string | null
  /** The field windows apply to. Absent: no window test. */
  readonly windowField?: string
  /** Text of a bound for one record; default the record's own value of the window field as text. */
  bound?(record: Data): string
  /** Requests, queries or reads made so far; proves laziness where it can be counted. */
  countRequests?(): number
  /** A place whose first page takes longer than 5 s; proves that abort stops a waiting read. */
  slow?(fixture: Fixture): Promise<SourcePlace>
  /** The far system decides the page size; the suite then only checks that pages are not empty. Default false. */
  readonly ownPageSize?: boolean
  /** Whether discover() lists the resource. Default true. */
  readonly isDiscovered?: boolean
  /**
   * What the external system itself tells of the place that a look could change: messages waiting and delivered, places of
   * groups, sessions, flags. Default: its records, read before and after. A queue must have it.
   */
  readState?(place: SourcePlace): Promise<unknown>
  /** Whether a look at records may be refused, with the reason, because it would change something. Default false. */
  readonly mayRefuseSample?: boolean
  /** Whether describe() must name the fields. Default true; false where only messages tell them and none can be looked at. */
  readonly knowsFields?: boolean
  /** Whether describe() must report the key ['id']. Default true. */
  readonly knowsKey?: boolean
  /** Field types are only a guess (samples, CSV): names are checked, types are not. Default false. */
  readonly guessesTypes?: boolean
}

export interface TargetSuite extends ValueRules {
  /** Makes a fresh, empty resource and says how to write to it. */
  prepare(fields: readonly FieldSpec[], fixture: Fixture): Promise<TargetPlace>
  /** Records this target takes, where it does not take any: different keys, the same ones for the same count. */
  records?(count: number): readonly Data[]
  /** Everything at the place now, in any order. Absent: nothing is kept to be read back (`noop`). */
  readBack?(place: TargetPlace, fixture: Fixture): Promise<readonly Data[]>
  /** A record the target must refuse on its own. Absent: the target refuses nothing. */
  spoil?(record: Data): Data
  readonly missing?: string | null
}
