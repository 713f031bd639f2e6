import { defineManifest, hostParam, portParam } from '@sluice/connector-kit'
import { readyParams, remotePlaceParams, remoteSourceParams, remoteTargetParams } from '@sluice/connector-kit/files'
import { z } from 'zod'

export const manifest = defineManifest({
  id: 'sftp',
  name: { zh: 'SFTP 文件服务器', en: 'SFTP file server' },
  group: 'file',
  describe: {
    zh: '通过 SSH 读取服务器目录中的 CSV、JSON Lines、XLSX，并写出同样格式的新文件。',
    en: 'Reads CSV, JSON Lines and XLSX of a directory over SSH, and writes new files of these formats.',
  },
  icon: { text: 'SF', color: '#0B6E4F' },
  roles: ['source', 'target'],
  params: [
    hostParam('sftp.example.com', {
      zh: '主机名或 IP 地址，不含协议和端口。',
      en: 'Host name or IP address, without protocol and port.',
    }),
    portParam(22, { zh: '通常为 22。', en: 'Usually 22.' }),
    {
      field: 'fingerprint',
      label: { zh: '主机密钥指纹', en: 'Fingerprint of the host key' },
      type: 'text',
      placeholder: 'SHA256:…',
      pattern: '^SHA256:[A-Za-z0-9+/]{43}=?$',
      describe: {
        zh: '留空并测试连接会显示服务器的指纹；与服务器管理员核对后填入。密钥改变时连接会被拒绝。',
        en: 'Leave empty and test the connection to see it; compare it with the administrator of the server, then enter it. A changed key is refused.',
      },
    },
    { field: 'username', label: { zh: '用户名', en: 'User name' }, type: 'text', is_required: true },
    {
      field: 'sign_in',
      label: { zh: '登录方式', en: 'Sign in by' },
      type: 'select',
      default: 'password',
      options: [
        { value: 'password', label: { zh: '密码', en: 'Password' } },
        { value: 'key', label: { zh: '私钥', en: 'Private key' } },
      ],
    },
    {
      field: 'password',
      label: { zh: '密码', en: 'Password' },
      type: 'password',
      is_required: true,
      encryption: true,
      when: { field: 'sign_in', in: ['password'] },
      describe: { zh: '加密保存，不会再次显示。', en: 'Sealed at rest and never shown again.' },
    },
    {
      field: 'private_key',
      label: { zh: '私钥', en: 'Private key' },
      type: 'textarea',
      is_required: true,
      encryption: true,
      when: { field: 'sign_in', in: ['key'] },
      describe: {
        zh: 'OpenSSH 或 PEM 格式的完整文本。加密保存，不会再次显示。',
        en: 'The whole text in OpenSSH or PEM form. Sealed at rest and never shown again.',
      },
    },
    {
      field: 'passphrase',
      label: { zh: '私钥口令', en: 'Passphrase of the key' },
      type: 'password',
      encryption: true,
      when: { field: 'sign_in', in: ['key'] },
      describe: { zh: '私钥没有口令时留空。', en: 'Empty where the key has none.' },
    },
    ...remotePlaceParams,
  ],
  sourceParams: [...remoteSourceParams, ...readyParams],
  targetParams: remoteTargetParams,
})

/** As `parseParams` leaves them. */
export const Params = z.object({
  host: z.string(),
  port: z.number(),
  fingerprint: z.string().nullish(),
  username: z.string(),
  password: z.string().nullish(),
  private_key: z.string().nullish(),
  passphrase: z.string().nullish(),
  directory: z.string().nullish(),
  pattern: z.string().nullish(),
})
export type Params = z.output<typeof Params>
