import type { Param } from '@sluice/contract'

/** Names of parameters that say where a connector's bytes go. */
const ADDRESS =
  /(?:^|_)(?:host|hosts|hostname|port|url|urls|uri|endpoint|server|servers|brokers|nodes|domain|site|shop|gateway|wsdl|region|account|address)(?:_|$)/

/** Names of parameters that say how the far system proves who it is: without it, whoever stands in between is taken for it. */
const PROOF = /^(?:tls|ssl|security|implicit|ca|skip_tls_verify|fingerprint)$/

/** Whether a change of this parameter may lead secrets to somebody else. Of a tenant's own platform any text may. */
export const isAddress = (param: Pick<Param, 'field' | 'encryption' | 'type'>, isOwnPlatform: boolean): boolean =>
  !param.encryption && (ADDRESS.test(param.field) || (isOwnPlatform && !['number', 'switch'].includes(param.type)))

/** Whether it is one by which the far system is known to be itself. */
export const isProof = ({ field }: Pick<Param, 'field'>): boolean => PROOF.test(field)
