import type { ColumnType, Generated } from 'kysely'

export type Int8 = ColumnType<string, string | number | bigint, string | number | bigint>
export type GeneratedInt8 = ColumnType<string, string | number | bigint | undefined, string | number | bigint>
export type IdentityInt8 = ColumnType<string, never, never>
/** timestamptz: ISO 8601 in UTC with microseconds on the way out. */
export type Timestamp = ColumnType<string, string | Date, string | Date>
export type NullableTimestamp = ColumnType<string | null, string | Date | null | undefined, string | Date | null>
export type GeneratedTimestamp = ColumnType<string, string | Date | undefined, string | Date>
/** jsonb: parsed on the way out, JSON text on the way in (an array would become a PostgreSQL array). */
export type Json = ColumnType<unknown, string, string>
export type GeneratedJson = ColumnType<unknown, string | undefined, string>
export type NullableJson = ColumnType<unknown, string | null | undefined, string | null>
/** Filled with the transaction's tenant; only `withSystem` gives it. */
export type TenantId = Generated<string>
