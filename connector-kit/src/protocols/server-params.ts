import type { Param, ParamInput } from '@sluice/contract'

type Words = NonNullable<Param['describe']>

/** Parameters that every connector to a server asks for in the same way. */
export const hostParam = (placeholder: string, describe: Words): ParamInput => ({
  field: 'host',
  label: { zh: '主机', en: 'Host' },
  type: 'text',
  is_required: true,
  placeholder,
  pattern: '^[^/\\s]+$',
  describe,
})

export const portParam = (defaultPort: number, describe: Words): ParamInput => ({
  field: 'port',
  label: { zh: '端口', en: 'Port' },
  type: 'number',
  is_required: true,
  default: defaultPort,
  min: 1,
  max: 65535,
  describe,
})

export const passwordParam: ParamInput = {
  field: 'password',
  label: { zh: '密码', en: 'Password' },
  type: 'password',
  encryption: true,
  describe: { zh: '加密保存，不会再次显示。', en: 'Sealed at rest and never shown again.' },
}

/** The authority that is trusted when a certificate is checked. */
export const caParam: ParamInput = {
  field: 'ca',
  label: { zh: 'CA 证书', en: 'CA certificate' },
  type: 'textarea',
  describe: { zh: 'PEM 格式；留空则使用系统信任的证书。', en: 'PEM text; empty trusts the public authorities.' },
}

/** For servers of one's own network whose certificate nobody signed. */
export const skipTlsParam: ParamInput = {
  field: 'skip_tls_verify',
  label: { zh: '不校验证书', en: 'Do not check the certificate' },
  type: 'switch',
  default: false,
  group: 'advanced',
  describe: { zh: '仅用于内网的自签名证书。', en: 'Only for self-signed certificates of your own network.' },
}

/** How the line is encrypted, and the authority that is trusted when it is checked. `off`: the value of no encryption. */
export const encryptionParams = (field: string, label: Words, off: string): ParamInput[] => [
  {
    field,
    label,
    type: 'select',
    default: off,
    options: [
      { value: off, label: { zh: '不加密', en: 'Off' } },
      { value: 'require', label: { zh: '加密，不校验证书', en: 'Encrypt, do not check the certificate' } },
      { value: 'verify', label: { zh: '加密并校验证书', en: 'Encrypt and check the certificate' } },
    ],
    describe: { zh: '跨公网连接请选择校验证书。', en: 'Across the internet, check the certificate.' },
  },
  { ...caParam, when: { field, in: ['verify'] } },
]
