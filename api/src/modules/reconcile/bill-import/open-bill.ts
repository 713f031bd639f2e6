import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type BillExpectation,
  type BillFile,
  type BillFormat,
  type BillProfile,
  type BillReading,
  billFormats,
  billPlatforms,
  type Control,
  chooseMember,
  openBill,
  toFormat,
  unpackBill,
} from '@sluice/bills'
import { Failure } from '@sluice/contract'

interface AccountPlace {
  readonly platform: string
  readonly currency: string
  readonly shop_no: string
}

export interface OpenInit {
  readonly account: AccountPlace
  readonly period: { readonly from?: string | undefined; readonly to?: string | undefined }
  readonly control?: Control
  /** What people taught: it is asked where no kind of the product fits, or `isOnlyTaught`. */
  readonly profiles: readonly BillProfile[]
  readonly isOnlyTaught?: boolean
}

/** A file as it lies there, or what an archive holds; gone once the work ends. */
export async function withMembers<T>(
  file: BillFile,
  password: string | undefined,
  work: (members: readonly BillFile[]) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bill-'))
  try {
    return await work(await unpackBill(file, { folder, ...(password === undefined ? {} : { password }) }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Opens a bill with what its account expects of it. @throws Failure */
export const withBill = <T>(file: BillFile, init: OpenInit, work: (reading: BillReading) => Promise<T>): Promise<T> =>
  withMembers(file, undefined, async members => work(await openMember(file.name, members, init)))

async function openMember(archive: string, members: readonly BillFile[], init: OpenInit): Promise<BillReading> {
  const taught = init.profiles.map(toFormat)
  const open = async (formats: readonly BillFormat[]) =>
    openBill(await chooseMember(archive, members, formats), formats, expectationOf(init, taught))
  if (init.isOnlyTaught) return open(taught)
  try {
    return await open(billFormats)
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'bill.unknown' || taught.length === 0) throw error
    // What neither knows is told by the kinds of the product.
    return open(taught).catch(other => {
      throw other instanceof Failure && other.code === 'bill.unknown' ? error : other
    })
  }
}

/** A taught kind may be of any account of the tenant. */
const expectationOf = ({ account, period, control }: OpenInit, taught: readonly BillFormat[]): BillExpectation => ({
  currency: account.currency,
  formats: [
    ...(billPlatforms.find(({ code }) => code === account.platform)?.formats ?? []),
    ...taught.map(({ code }) => code),
  ],
  accountNo: account.shop_no,
  ...(period.from !== undefined && { from: period.from }),
  ...(period.to !== undefined && { to: period.to }),
  ...(control !== undefined && { control }),
})
