import { type Connector, type ConnectorContext, parseParams } from '@sluice/connector-kit'
import type { Param, ParamValues, TestStep } from '@sluice/contract'

/** Whatever a manifest asks for, such that it names this place. */
export function aimConnector(params: readonly Param[], host: string, port: number): ParamValues {
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const fill = (param: Param): ParamValues[string] => {
    if (param.field === 'port' || param.field.endsWith('_port')) return port
    if (param.field === 'servers') return `${host}:${port}`
    if (isAddressOfHttp(param.field) && param.type === 'text') return url
    if (/host|server/.test(param.field) && param.type === 'text') return host
    if (param.default !== undefined) return param.default
    return param.type === 'number' ? (param.min ?? 1) : param.type === 'switch' ? false : 'text'
  }
  const named = params.filter(each => each.is_required || /host|port|url/.test(each.field))
  return parseParams(params, Object.fromEntries(named.map(each => [each.field, fill(each)])))
}

/** Whether a field of a form holds the address of something that is called by HTTP. */
export const isAddressOfHttp = (field: string): boolean => /url|endpoint|webhook|wsdl/.test(field)

/** What its test says of a place, as far as it came: a form that does not take it, or a driver that gives up, ends it. */
export async function testPlace(
  { manifest, open }: Connector,
  { host, port }: { readonly host: string; readonly port: number },
  context: ConnectorContext,
): Promise<TestStep[]> {
  const steps: TestStep[] = []
  try {
    const connection = await open(aimConnector(manifest.params, host, port), context)
    for await (const step of connection.test()) steps.push(step)
    await connection.close()
  } catch {
    // what was heard until then is all there is
  }
  return steps
}

/** Connectors that reach no address of a tenant's choice. */
export const withoutAddress: ReadonlySet<string> = new Set(['self', 'file', 'sqlite'])
