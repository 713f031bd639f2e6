import { defineManifest, encryptionParams, hostParam, passwordParam, portParam } from '@sluice/connector-kit'
import { readyParams, remotePlaceParams, remoteSourceParams, remoteTargetParams } from '@sluice/connector-kit/files'
import { z } from 'zod'

export const manifest = defineManifest({
  id: 'ftp',
  name: { zh: 'FTP / FTPS 文件服务器', en: 'FTP / FTPS file server' },
  group: 'file',
  describe: {
    zh: '通过 FTP 或 FTPS 读取目录中的 CSV、JSON Lines、XLSX，并写出同样格式的新文件。',
    en: 'Reads CSV, JSON Lines and XLSX of a directory over FTP or FTPS, and writes new files of these formats.',
  },
  icon: { text: 'FT', color: '#5B7083' },
  roles: ['source', 'target'],
  params: [
    hostParam('ftp.example.com', {
      zh: '主机名或 IP 地址，不含协议和端口。',
      en: 'Host name or IP address, without protocol and port.',
    }),
    portParam(21, { zh: '通常为 21，隐式加密为 990。', en: 'Usually 21, or 990 with implicit encryption.' }),
    {
      field: 'username',
      label: { zh: '用户名', en: 'User name' },
      type: 'text',
      is_required: true,
      pattern: '^[^\\r\\n]{1,200}$',
    },
    passwordParam,
    ...encryptionParams('tls', { zh: '加密', en: 'Encryption' }, 'off'),
    {
      field: 'implicit',
      label: { zh: '隐式加密', en: 'Implicit encryption' },
      type: 'switch',
      default: false,
      group: 'advanced',
      when: { field: 'tls', in: ['require', 'verify'] },
      describe: {
        zh: '连接一建立就加密，用于 990 端口的旧服务器。',
        en: 'Encrypted from the first byte, as old servers at port 990 want it.',
      },
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
  username: z.string(),
  password: z.string().nullish(),
  tls: z.enum(['off', 'require', 'verify']).nullish(),
  ca: z.string().nullish(),
  implicit: z.boolean().nullish(),
  directory: z.string().nullish(),
  pattern: z.string().nullish(),
})
export type Params = z.output<typeof Params>
