import type { Param } from '@sluice/contract'

/** Names of parameters that say where a connector's bytes go. */
const ADDRESS =
  /(?:^|_)(?:host|hosts|hostname|port|url|urls|uri|endpoint|server|servers|brokers|nodes|domain|site|shop|gateway|wsdl|region|account|address)(?:_|$)/

/** Whether a change of this parameter may lead secrets to somebody else. Of a tenant's own platform any text may. */
export const isAddress = (param: Pick<Param, 'field' | 'encryption' | 'type'>, isOwnPlatform: boolean): boolean =>
  !param.encryption && (ADDRESS.test(param.field) || (isOwnPlatform && !['number', 'switch'].includes(param.type)))
