import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'conflict.canary': {
    zh: '灰度正在进行：请先转正或回退，再修改或发布',
    en: 'A canary is under way. Promote it or roll it back before anything is changed or published.',
    pt: 'Há um canário em andamento. Promova-o ou reverta-o antes de alterar ou publicar algo.',
  },
  'conflict.callback': {
    zh: '写入后的回调会形成循环：{value}',
    en: 'Written records would be handed on in a circle: {value}',
    pt: 'Os registros gravados seriam repassados em círculo: {value}',
  },
  'conflict.tooManyTags': {
    zh: '一个方案最多 {value} 个标签',
    en: 'A strategy has at most {value} tags.',
    pt: 'Uma estratégia tem no máximo {value} etiquetas.',
  },
  'conflict.check': {
    zh: '检查未通过，不能启动',
    en: 'The check-list has errors, so it cannot start.',
    pt: 'A lista de verificação tem erros, por isso não é possível iniciar.',
  },
  'invalid.role': {
    zh: '该平台不能作为{value}',
    en: 'This platform cannot be a {value}.',
    pt: 'Esta plataforma não pode ser {value}.',
  },
  'tooMany.often': {
    zh: '租户套餐允许的最短间隔是 {value} 分钟，请放慢节奏或联系平台管理员',
    en: 'The plan of the tenant lets a strategy run every {value} minutes at the most. Choose a slower rhythm, or ask the operator.',
    pt: 'O plano do locatário permite executar no máximo a cada {value} minutos. Escolha um ritmo mais lento ou peça ao operador.',
  },
  'tooMany.follow': {
    zh: '租户套餐不含实时跟随（CDC），请改为定时运行或联系平台管理员',
    en: 'The plan of the tenant does not include following a source (CDC). Let it run on a schedule, or ask the operator.',
    pt: 'O plano do locatário não inclui acompanhar uma origem (CDC). Use um agendamento ou peça ao operador.',
  },
  'tooMany.script': {
    zh: '租户套餐不含脚本，请去掉脚本或联系平台管理员',
    en: 'The plan of the tenant does not include scripts. Take the script out, or ask the operator.',
    pt: 'O plano do locatário não inclui scripts. Retire o script ou peça ao operador.',
  },
  'tooMany.strategies': {
    zh: '方案数已到租户上限 {value}，请联系平台管理员',
    en: 'The tenant has its {value} strategies, which is its quota. Ask the operator to raise it.',
    pt: 'O locatário já tem {value} estratégias, que é sua cota. Peça ao operador para aumentá-la.',
  },
} as const satisfies Messages
