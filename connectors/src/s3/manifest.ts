import { defineManifest, skipTlsParam } from '@sluice/connector-kit'
import {
  filePatternParam,
  remoteObjectParams,
  remoteSourceParams,
  remoteTargetParams,
} from '@sluice/connector-kit/files'
import { z } from 'zod'

export const manifest = defineManifest({
  id: 's3',
  name: { zh: 'S3 对象存储', en: 'S3 object store' },
  group: 'file',
  describe: {
    zh: '读取 S3 兼容存储中的 CSV、JSON Lines、XLSX 对象，并写出同样格式的新对象。',
    en: 'Reads CSV, JSON Lines and XLSX objects of an S3-compatible store, and writes new objects of these formats.',
  },
  icon: { text: 'S3', color: '#C7511F' },
  roles: ['source', 'target'],
  params: [
    {
      field: 'endpoint',
      label: { zh: '服务地址', en: 'Endpoint' },
      type: 'text',
      is_required: true,
      placeholder: 'https://s3.eu-west-1.amazonaws.com',
      pattern: '^https?://[^/\\s?#@]+/?$',
      describe: {
        zh: '以 http:// 或 https:// 开头，不含存储桶名称。',
        en: 'Begins with http:// or https://, without the name of the bucket.',
      },
    },
    {
      field: 'region',
      label: { zh: '区域', en: 'Region' },
      type: 'text',
      is_required: true,
      default: 'us-east-1',
      pattern: '^[A-Za-z0-9-]{1,64}$',
      describe: {
        zh: '与服务地址一致；自建服务通常为 us-east-1。',
        en: 'The one of the endpoint; usually us-east-1 where the service is your own.',
      },
    },
    {
      field: 'bucket',
      label: { zh: '存储桶', en: 'Bucket' },
      type: 'text',
      is_required: true,
      pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$',
    },
    {
      field: 'prefix',
      label: { zh: '前缀', en: 'Prefix' },
      type: 'text',
      placeholder: 'exchange/orders',
      pattern: '^(?!.*(^|/)\\.{0,2}(/|$))[^\\u0000-\\u001f]{1,500}$',
      describe: {
        zh: '只使用此文件夹之下的对象；首尾不加斜杠，留空使用整个存储桶。',
        en: 'Only objects beneath this folder are used; no slash at either end. Empty uses the whole bucket.',
      },
    },
    {
      field: 'path_style',
      label: { zh: '存储桶写在路径中', en: 'Bucket in the path' },
      type: 'switch',
      default: true,
      describe: {
        zh: '自建服务（如 MinIO）请开启；要求存储桶写在主机名中的云服务（如阿里云 OSS）请关闭。',
        en: 'On for services of your own such as MinIO; off for clouds that want the bucket in the host name, such as Aliyun OSS.',
      },
    },
    {
      field: 'access_key',
      label: { zh: '访问密钥 ID', en: 'Access key ID' },
      type: 'text',
      is_required: true,
      pattern: '^[^\\s/,=]{1,128}$',
    },
    {
      field: 'secret_key',
      label: { zh: '访问密钥 Secret', en: 'Secret access key' },
      type: 'password',
      is_required: true,
      encryption: true,
      describe: { zh: '加密保存，不会再次显示。', en: 'Sealed at rest and never shown again.' },
    },
    filePatternParam,
    skipTlsParam,
  ],
  sourceParams: [...remoteSourceParams, ...remoteObjectParams],
  targetParams: remoteTargetParams,
})

/** As `parseParams` leaves them. */
export const Params = z.object({
  endpoint: z.string(),
  region: z.string(),
  bucket: z.string(),
  prefix: z.string().nullish(),
  path_style: z.boolean(),
  access_key: z.string(),
  secret_key: z.string(),
  pattern: z.string().nullish(),
  skip_tls_verify: z.boolean().nullish(),
})
export type Params = z.output<typeof Params>
