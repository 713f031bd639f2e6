import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.gatewayApplication': {
    zh: '应用不存在',
    en: 'There is no such application.',
    pt: 'Este aplicativo não existe.',
  },
  'invalid.network': {
    zh: '“{value}”不是有效的 IP 地址或网段',
    en: '"{value}" is neither an address nor a network.',
    pt: '"{value}" não é um endereço nem uma rede.',
  },
  'gatewayPlan.missing': {
    zh: '所选套餐已不存在，请另选一个',
    en: 'The chosen plan is gone. Choose another.',
    pt: 'O plano escolhido não existe mais. Escolha outro.',
  },
  'invalid.mask': {
    zh: '字段“{value}”设置了脱敏，但不在返回字段中',
    en: 'The field "{value}" is masked but not handed out.',
    pt: 'O campo "{value}" está mascarado, mas não é liberado.',
  },
  'invalid.gatewayAsset': {
    zh: '只能开放查询类 API 资产，且连接器须属于同一平台',
    en: 'Only API assets that read can be called, each by a connector of its own platform.',
    pt: 'Só se publicam ativos de API de consulta, cada um com um conector da própria plataforma.',
  },
  'invalid.certificateKey': {
    zh: '粘贴的内容含有私钥。私钥不应离开程序所在的机器：请视为已泄露，重新签发后只粘贴证书（BEGIN CERTIFICATE）',
    en: 'A private key was pasted. It belongs to the program alone: take it as leaked, make another, and paste only the certificate (BEGIN CERTIFICATE).',
    pt: 'Foi colada uma chave privada. Ela pertence só ao programa: considere-a vazada, gere outra e cole apenas o certificado (BEGIN CERTIFICATE).',
  },
  'invalid.certificateForm': {
    zh: '不是 PEM 证书（BEGIN CERTIFICATE），也不是 64 位十六进制的 SHA-256 指纹',
    en: 'This is neither a certificate as PEM (BEGIN CERTIFICATE) nor a SHA-256 fingerprint of 64 hex digits.',
    pt: 'Não é um certificado em PEM (BEGIN CERTIFICATE) nem uma impressão SHA-256 de 64 dígitos hexadecimais.',
  },
  'invalid.certificateChain': {
    zh: '粘贴了 {value} 个证书。请只粘贴程序自己的证书，不要包含签发机构的证书',
    en: '{value} certificates were pasted. Paste the program’s own alone, without those of who issued it.',
    pt: 'Foram colados {value} certificados. Cole só o do próprio programa, sem os de quem o emitiu.',
  },
  'invalid.certificateEnded': {
    zh: '证书已于 {value} 过期',
    en: 'This certificate ended on {value}.',
    pt: 'Este certificado terminou em {value}.',
  },
  'invalid.limits': {
    zh: '没有选择套餐的应用需要填写每分钟次数和突发次数',
    en: 'An application without a plan needs its own calls a minute and calls at once.',
    pt: 'Um aplicativo sem plano precisa das próprias chamadas por minuto e de uma vez.',
  },
  'conflict.breakingChange': {
    zh: '这一修改会影响现有调用方：{value}。请发布新版本并设置旧版本的下线时间',
    en: 'This change breaks those who call it: {value}. Publish a new version and say when the old one ends.',
    pt: 'Esta alteração quebra quem já chama: {value}. Publique uma nova versão e diga quando a antiga termina.',
  },
  'invalid.sunset': {
    zh: '下线时间不能早于弃用时间；已被替换的版本必须有这两个时间',
    en: 'A version ends no earlier than it is deprecated, and one that was replaced has both times.',
    pt: 'Uma versão não termina antes de ser descontinuada, e a que foi substituída tem as duas datas.',
  },
  'notFound.apiVersion': {
    zh: '接口没有这个版本',
    en: 'The API has no such version.',
    pt: 'A API não tem esta versão.',
  },
} as const satisfies Messages
