import type { Messages } from '../../../http/messages.ts'

export const messages = {
  'notFound.installation': {
    zh: '没有这个应用',
    en: 'There is no such installation.',
    pt: 'Esta instalação não existe.',
  },
  'invalid.packagePlatform': {
    zh: '此处需要平台“{value}”的连接器',
    en: 'A connector of the platform "{value}" is needed here.',
    pt: 'Aqui é preciso um conector da plataforma "{value}".',
  },
  'invalid.packageProduct': {
    zh: '方案包需要产品版本 {value}',
    en: 'The package needs the product in version {value}.',
    pt: 'O pacote precisa do produto na versão {value}.',
  },
  'invalid.packageNeeds': {
    zh: '请先安装所依赖的方案包：{value}',
    en: 'Install first what it needs: {value}',
    pt: 'Instale antes o que ele precisa: {value}',
  },
  'conflict.packageTaken': {
    zh: '“{value}”已存在，请换一个前缀',
    en: '"{value}" is there already. Choose another prefix.',
    pt: '"{value}" já existe. Escolha outro prefixo.',
  },
  'conflict.packageProblems': {
    zh: '安装前还有问题需要处理',
    en: 'Something is in the way of installing it.',
    pt: 'Algo impede a instalação.',
  },
  'invalid.packageOther': {
    zh: '只能换成同一发布者的方案包“{value}”的其他版本',
    en: 'Only another version of the package "{value}" by the same publisher fits here.',
    pt: 'Aqui só serve outra versão do pacote "{value}", do mesmo autor.',
  },
  'invalid.packageFlow': {
    zh: '方案包没有流程“{value}”',
    en: 'The package has no flow "{value}".',
    pt: 'O pacote não tem o fluxo "{value}".',
  },
  'conflict.packageSame': {
    zh: '安装的已经是版本 {value}',
    en: 'It is version {value} already.',
    pt: 'Já está na versão {value}.',
  },
  'conflict.packageFirst': {
    zh: '没有可以回退的版本：安装之后没有升级过',
    en: 'There is nothing to go back to: it was not upgraded since.',
    pt: 'Não há para onde voltar: não foi atualizada desde então.',
  },
  'conflict.packageScope': {
    zh: '应用中有您的角色看不到的集成方案，请由能看到全部方案的用户操作',
    en: 'Your role does not see all strategies of the installation. Somebody who does can change it.',
    pt: 'O seu papel não vê todas as estratégias da instalação. Quem as vê pode alterá-la.',
  },
  'conflict.installation': {
    zh: '无法完成，什么都没有改动：{value}',
    en: 'This cannot be done, and nothing was changed: {value}',
    pt: 'Não é possível, e nada foi alterado: {value}',
  },
  'install.answers': { zh: '“{value}”可以连通', en: '"{value}" answers', pt: '"{value}" responde' },
  'install.reads': { zh: '可读取 {value}', en: 'Reads {value}', pt: 'Lê {value}' },
  'install.writes': { zh: '可写入 {value}', en: 'Writes {value}', pt: 'Grava {value}' },
  'install.fields': {
    zh: '缺少字段：{value}',
    en: 'Fields that are not there: {value}',
    pt: 'Campos que não existem: {value}',
  },
} as const satisfies Messages
