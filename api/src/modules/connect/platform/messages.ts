import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'conflict.platformRunning': {
    zh: '正在被运行中的方案使用，不能停用：{value}',
    en: 'Running strategies use it, so it cannot be stopped: {value}',
    pt: 'Estratégias em execução o utilizam, por isso não pode ser parado: {value}',
  },
  'conflict.platformBase': {
    zh: '已有连接器，不能更换基础平台',
    en: 'There are connectors, so the base cannot change.',
    pt: 'Há conectores, por isso a base não pode mudar.',
  },
  'conflict.platformAddress': {
    zh: '已有连接器，其密钥是为原地址填写的，不能更换地址；请为新地址另建平台',
    en: 'There are connectors whose secrets were entered for the old address, so it cannot change. Make another platform for the new one.',
    pt: 'Há conectores cujos segredos foram informados para o endereço antigo, por isso ele não pode mudar. Crie outra plataforma para o novo.',
  },
  'conflict.platformInUse': {
    zh: '平台上还有连接器、API 资产或分类，不能删除',
    en: 'The platform still has connectors, API assets or categories.',
    pt: 'A plataforma ainda tem conectores, ativos de API ou categorias.',
  },
  'invalid.paramTwice': {
    zh: '参数“{value}”重复',
    en: 'The parameter {value} is declared twice.',
    pt: 'O parâmetro {value} foi declarado duas vezes.',
  },
  'invalid.paramWhen': {
    zh: '显示条件引用了未知参数“{value}”',
    en: 'The condition names the unknown parameter {value}.',
    pt: 'A condição cita o parâmetro desconhecido {value}.',
  },
  'invalid.pattern': {
    zh: '校验规则只能使用基础平台自带的规则',
    en: 'Only the patterns of the base platform may be used.',
    pt: 'Somente os padrões da plataforma base podem ser usados.',
  },
  'invalid.setting': {
    zh: '基础平台没有参数“{value}”',
    en: 'The base platform has no parameter {value}.',
    pt: 'A plataforma base não tem o parâmetro {value}.',
  },
  'invalid.variable': {
    zh: '引用了未知变量“{value}”',
    en: 'The variable {value} is not known.',
    pt: 'A variável {value} não é conhecida.',
  },
  'invalid.openSecret': {
    zh: '“{value}”是密钥，请引用加密参数或应用配置，不要直接写在这里',
    en: '{value} is a secret. Name an encrypted parameter or an entry of the app instead of writing it here.',
    pt: '{value} é um segredo. Indique um parâmetro criptografado ou uma entrada do aplicativo em vez de escrevê-lo aqui.',
  },
  'invalid.openParam': {
    zh: '参数“{value}”用作密钥，必须加密保存',
    en: 'The parameter {value} holds a secret and must be encrypted.',
    pt: 'O parâmetro {value} contém um segredo e deve ser criptografado.',
  },
  'invalid.appSecret': {
    zh: '请填写应用配置“{value}”的值',
    en: 'Give the entry {value} of the app a value.',
    pt: 'Dê um valor à entrada {value} do aplicativo.',
  },
} as const satisfies Messages
