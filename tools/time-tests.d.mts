export interface TimedGroup {
  readonly name: string
  readonly ms: number
  readonly files: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[]
}
export function describeTimes(groups: readonly TimedGroup[], root: string): string[]
