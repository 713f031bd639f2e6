import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const mapSentences: Sentences = {
  'Field "{path}": {rule}.': 'Campo "{path}": {rule!}.',
  'Field "{path}": {problem}': 'Campo "{path}": {problem!}',
  'Field "{path}": "{value}" {rule}.': 'Campo "{path}": "{value}" {rule!}.',
  'Field "{path}": {value} {rule}.': 'Campo "{path}": {value~} {rule!}.',
  '"{value}" {rule}': '"{value}" {rule!}',
  'a list of {count}': 'uma lista de {count}',
  'binary content': 'conteúdo binário',
  'an object of {count} fields': 'um objeto de {count} campos',
  'has an offset with seconds in {zone}, which ISO 8601 cannot write':
    'tem deslocamento com segundos em {zone}, que ISO 8601 não pode escrever',
  "is an instant, whose day depends on the zone; use the filter date:'YYYY-MM-DD'":
    "é um instante, cujo dia depende do fuso; use o filtro date:'YYYY-MM-DD'",
  "has a time that a date would lose; use the filter date:'YYYY-MM-DD'":
    "tem uma hora que uma data perderia; use o filtro date:'YYYY-MM-DD'",
  'is not a text with a date or time; for counts since 1970 use the filters from_timestamp and from_timestamp_ms':
    'não é um texto com data ou hora; para contagens desde 1970 use os filtros from_timestamp e from_timestamp_ms',
  'is not a list': 'não é uma lista',
  'is not an object': 'não é um objeto',
  'is binary content, whose encoding as text is unknown':
    'é conteúdo binário, cuja codificação como texto é desconhecida',
  'is not a whole number in plain digits': 'não é um número inteiro em dígitos simples',
  'is minus zero, whose sign a whole number would lose': 'é menos zero, cujo sinal um número inteiro perderia',
  'is not a whole number': 'não é um número inteiro',
  'does not fit into 64 bits': 'não cabe em 64 bits',
  'is not a number in plain digits': 'não é um número em dígitos simples',
  'is not a finite number': 'não é um número finito',
  'is not a number': 'não é um número',
  'is too large for a floating-point number': 'é grande demais para um número de ponto flutuante',
  'has more digits than a floating-point number holds; use decimal':
    'tem mais dígitos do que um número de ponto flutuante comporta; use decimal',
  'is none of true, false, 1, 0, Y, N, 是, 否': 'não é nenhum destes: true, false, 1, 0, Y, N, 是, 否',
  'is JSON nested deeper than {max}': 'é JSON com aninhamento superior a {max}',
  'is not JSON': 'não é JSON',
  'is the null of JSON, which cannot be told from a missing value':
    'é o null do JSON, que não se distingue de um valor ausente',
  'has the name {path} twice in one object, and one of the values would be lost':
    'tem o nome {path} duas vezes num mesmo objeto, e um dos valores seria perdido',
  'is neither binary content nor base64': 'não é conteúdo binário nem base64',
  'is not base64': 'não é base64',
  'cannot be read in "{zone}", which is no known time zone':
    'não pode ser lido em "{zone}", que não é um fuso horário conhecido',
  'names no time zone, so it is no instant; name one in the filter or in the field':
    'não indica fuso horário, por isso não é um instante; indique um no filtro ou no campo',
  'is not a date of the form 2024-01-05, 2024/1/5 or 2024年1月5日, with or without a time; another form is read by parse_date(text, "dd.MM.yyyy")':
    'não é uma data na forma 2024-01-05, 2024/1/5 ou 2024年1月5日, com ou sem hora; outra forma é lida por parse_date(texto, "dd.MM.yyyy")',
  'is not a time of the form 08:30 or 08:30:15': 'não é uma hora na forma 08:30 ou 08:30:15',
  'has a year, month or day of 0, which is no date': 'tem ano, mês ou dia 0, o que não é uma data',
  'has a year above 9999': 'tem ano acima de 9999',
  'has a month above 12': 'tem mês acima de 12',
  'names a day that its month does not have': 'indica um dia que o mês não tem',
  'has an offset from UTC above 18 hours': 'tem deslocamento de UTC acima de 18 horas',
  'has an hour above 23; write midnight as 00:00 of the next day':
    'tem hora acima de 23; escreva a meia-noite como 00:00 do dia seguinte',
  'has a minute or a second above 59': 'tem minuto ou segundo acima de 59',
  'names no instant: "{zone}" is no known time zone':
    'não indica um instante: "{zone}" não é um fuso horário conhecido',
  'does not exist in {zone}: the clocks skipped that time': 'não existe em {zone}: os relógios pularam essa hora',
  'has several answers in the value map "{name}"': 'tem várias respostas no mapa de valores "{name}"',
  'has no line in the value map "{name}"': 'não tem linha no mapa de valores "{name}"',
  'is not a text, which a value map needs': 'não é um texto, de que um mapa de valores precisa',
  // look-ups into other strategies
  'is found in no record of the strategy "{name}"': 'não está em nenhum registro da estratégia "{name}"',
  'fits several records of the strategy "{name}"': 'corresponde a vários registros da estratégia "{name}"',
  'has not been written by the strategy "{name}" yet': 'ainda não foi gravado pela estratégia "{name}"',
  'has nothing in "{field}" in the strategy "{name}"': 'não tem nada em "{field}" na estratégia "{name}"',
  'The strategy it looks into does not exist any more.': 'A estratégia que ele consulta não existe mais.',
  'The look-up into "{name}" names neither its key ({key}) nor its number ({number}).':
    'A consulta à estratégia "{name}" não usa nem a chave ({key}) nem o número ({number}) dela.',
  'A look-up is written: _findCollection find FIELD from STRATEGY-ID where a={{x}} b={{y}}':
    'Uma consulta se escreve: _findCollection find CAMPO from ID-DA-ESTRATEGIA where a={{x}} b={{y}}',
  'The value map it looks up does not exist any more.': 'O mapa de valores que ele consulta não existe mais.',
  'is required but missing': 'é obrigatório, mas está ausente',
  'is required but null': 'é obrigatório, mas está nulo',
  'is required but empty': 'é obrigatório, mas está vazio',
  'is missing in the source': 'está ausente na origem',
  'in "{source}" is not a list of lines': 'em "{source}" não é uma lista de linhas',
  'makes the record too large': 'torna o registro grande demais',
  '"{zone}" is no known time zone.': '"{zone}" não é um fuso horário conhecido.',
  'The record is nested too deeply or grows too large.':
    'O registro tem aninhamento profundo demais ou fica grande demais.',
  'The record is nested too deeply. Map it by templates only.':
    'O registro tem aninhamento profundo demais. Mapeie-o somente com modelos.',
  'The record has {count} characters; expressions take records of up to {max}. Map it by templates only.':
    'O registro tem {count} caracteres; expressões aceitam registros de até {max}. Mapeie-o somente com modelos.',
  'Field "{path}" is mapped twice.': 'O campo "{path}" está mapeado duas vezes.',
  '{message} The variables are row, line, index, now and derived.':
    '{message!} As variáveis são row, line, index, now e derived.',
  'Field "{field}": {value} is a text and {number} a number; a record whose text is not in plain digits is refused. Write dec({value}).':
    'Campo "{field}": {value} é texto e {number} é número; um registro cujo texto não tem só dígitos simples é recusado. Escreva dec({value}).',
  'Field "{field}": {source} compares {first} with {second}, which no record passes. Write {spelling}.':
    'Campo "{field}": {source} compara {first} com {second}, o que nenhum registro passa. Escreva {spelling}.',
  'Field "{field}": {place} is {kind}, and {operator} calculates with numbers, which no record passes. Write {spelling}.':
    'Campo "{field}": {place} é {kind}, e {operator} calcula com números, o que nenhum registro passa. Escreva {spelling}.',
  'Field "{field}": "{list}" is a list, so "{path}" gives nothing; write {right}, or map the list as lines.':
    'Campo "{field}": "{list}" é uma lista, então "{path}" não dá nada; escreva {right}, ou mapeie a lista como linhas.',
  'Field "{field}": the source has no field "{path}", as far as discovery knows.':
    'Campo "{field}": a origem não tem o campo "{path}", até onde a descoberta sabe.',
  'The target requires "{path}", and the mapping does not fill it.':
    'O destino exige "{path}" e o mapeamento não o preenche.',
  'The mapping was closed while it was in use.': 'O mapeamento foi fechado enquanto estava em uso.',
  'A record was left unmapped.': 'Um registro ficou sem mapeamento.',
  'The key field "{field}" of this record is {state}, so the record cannot be told from others.':
    'O campo-chave "{field}" deste registro está {state!}, por isso o registro não pode ser distinguido dos outros.',
  'not configured': 'não configurado',
  missing: 'ausente',
  null: 'nulo',
  empty: 'vazio',
  'Fill the field in the source or choose other key fields in the strategy.':
    'Preencha o campo na origem ou escolha outros campos-chave na estratégia.',
  'The "{{" at character {at} has no "}}".': 'O "{{" no caractere {at} não tem "}}".',
  '"{{{source}}}" names no field.': '"{{{source}}}" não indica nenhum campo.',
  '"{source}" is no filter; write | name or | name:argument.':
    '"{source}" não é um filtro; escreva | nome ou | nome:argumento.',
  'There is no filter "{name}". Known filters: {names}.': 'Não existe o filtro "{name}". Filtros conhecidos: {names}.',
  'The filter "{name}" is written as {usage}.': 'O filtro "{name}" se escreve {usage}.',
  'The first argument of the filter "{name}" must not be empty.':
    'O primeiro argumento do filtro "{name}" não pode ser vazio.',
  'The filter "{name}" takes whole numbers from 0 to {max}.': 'O filtro "{name}" aceita números inteiros de 0 a {max}.',
  'The filter "pad" knows the sides left and right.': 'O filtro "pad" conhece os lados left e right.',
  'is not a text, which this filter needs': 'não é um texto, de que este filtro precisa',
  'is not a whole count of seconds between the years 1 and 9999':
    'não é uma contagem inteira de segundos entre os anos 1 e 9999',
  'is not a whole count of milliseconds between the years 1 and 9999':
    'não é uma contagem inteira de milissegundos entre os anos 1 e 9999',
  'splits into more than a million pieces': 'divide-se em mais de um milhão de partes',
  'is not a list, which join needs': 'não é uma lista, de que join precisa',
  'would be too long a text': 'seria um texto longo demais',
  'would become too long a text': 'ficaria um texto longo demais',
  'The filter on "{field}" {reason}.': 'O filtro em "{field}" {reason!}.',
  'needs a value for "{logic}"': 'precisa de um valor para "{logic}"',
  'has a list of {count} values; at most {max} are taken':
    'tem uma lista de {count} valores; são aceitos no máximo {max}',
  'needs two values, written as "1,5"': 'precisa de dois valores, escritos como "1,5"',
  'cannot use "{logic}"': 'não pode usar "{logic}"',
  'has an expression that failed: {reason}': 'tem uma expressão que falhou: {reason~}',
  'No such key: {name}; did you mean "{near}"?': 'não há o campo "{name}"; você quis dizer "{near}"?',
  'No such key: {name}': 'não há o campo "{name}"',
  'No such key: {name}; where it may be missing, write coalesce(value, other)':
    'não há o campo "{name}"; onde ele pode faltar, escreva coalesce(valor, outro)',
  'No such key: {name}; write {right}': 'não há o campo "{name}"; escreva {right}',
  'a list has no entry {index}': 'a lista não tem a entrada {index}',
  'the list has {size} entries and none at {index}; the first is 0':
    'a lista tem {size} entradas e nenhuma em {index}; a primeira é 0',
  'integer overflow: {value}': 'inteiro fora do intervalo: {value}',
  'Unsigned integer overflow': 'inteiro sem sinal fora do intervalo',
  'int() type error: integer overflow': 'int(): inteiro fora do intervalo',
  '{left} ({kind}) cannot be compared with {right} ({other}); {advice}':
    '{left~} ({kind~}) não se compara com {right~} ({other~}); {advice!}',
  'count the elements with size(list), or ask with: value in list':
    'conte os elementos com size(lista), ou pergunte com: valor in lista',
  'write coalesce(value, {other}) where it may be nothing': 'escreva coalesce(valor, {other}) onde pode não haver nada',
  'write coalesce(nullif(value, ""), 0) where nothing counts as zero':
    'escreva coalesce(nullif(valor, ""), 0) onde nada conta como zero',
  'compare numbers with dec(value), or texts with toText(value)':
    'compare números com dec(valor), ou textos com toText(valor)',
  'compare texts with toText(value)': 'compare textos com toText(valor)',
  'one of the two times names a zone and the other does not; give both one with unix_timestamp(time, zone), or compare days with date_format':
    'um dos dois horários indica um fuso e o outro não; dê um a ambos com unix_timestamp(horário, fuso), ou compare dias com date_format',
  '{odd} is no date and cannot be ordered beside {other}; read it with parse_date(value, "DD/MM/YYYY"), or say what counts then: iferror(comparison, false)':
    '{odd~} não é uma data e não pode ser ordenado ao lado de {other~}; leia-o com parse_date(valor, "DD/MM/YYYY"), ou diga o que vale então: iferror(comparação, false)',
  'some of the values are dates and {odd} is none; leave it out with filter(), or read it with parse_date(value, "DD/MM/YYYY")':
    'alguns valores são datas e {odd~} não é; deixe-o de fora com filter(), ou leia-o com parse_date(valor, "DD/MM/YYYY")',
  'some of the values are numbers and {value} is not; leave it out with filter(), or make numbers of them with dec(value)':
    'alguns valores são números e {value~} não é; deixe-o de fora com filter(), ou faça números deles com dec(valor)',
  '{value} ({kind}) has no place in an order': '{value~} ({kind}) não tem lugar em uma ordem',
  '"{unit}" is no unit of time; units are {list}': '"{unit}" não é uma unidade de tempo; as unidades são {list}',
  'date_add moves by at most {count} units': 'date_add move no máximo {count} unidades',
  'the result is a time outside the years 1 to 9999': 'o resultado é um horário fora dos anos 1 a 9999',
  '"{way}" is no way to round; ways are {list}': '"{way}" não é um modo de arredondar; os modos são {list}',
  'apportion takes weights that are not below zero': 'apportion recebe pesos que não são negativos',
  'apportion needs a weight above zero': 'apportion precisa de um peso acima de zero',
  '{amount} has more than {places} places, so shares of that size cannot sum up to it':
    '{amount} tem mais de {places} casas, e partes desse tamanho não somam esse valor',
  'a text is no number; write dec(value) {operator} …': 'um texto não é um número; escreva dec(valor) {operator} …',
  'A map cannot have the key "{name}"': 'um mapa não pode ter a chave "{name}"',
  '{name} is no field of this value': '{name} não é um campo deste valor',
  'Unexpected character: {sign}': 'caractere inesperado: {sign}',
  'Unexpected token: {token}': 'elemento inesperado: {token}',
  'Expected {wanted}, got {token}': 'esperava-se {wanted}, e não {token}',
  'a number of this size is written in quotes: dec("1e400")':
    'um número deste tamanho é escrito entre aspas: dec("1e400")',
  '"{value}" is no whole number': '"{value}" não é um número inteiro',
  'has an hour of 12 that is none': 'tem uma hora de 12 que não existe',
  'has the bounds "{low}" and "{high}", of which the first is more':
    'tem os limites "{low}" e "{high}", dos quais o primeiro é maior',
  'has a list that begins with [ and is no JSON': 'tem uma lista que começa com [ e não é JSON',
  'Reserved identifier: {name}': '{name} é uma palavra reservada',
  "found no matching overload for '{call}'": 'não há função que aceite {call}',
  'The date pattern "{pattern}" has "{piece}", which is not understood. Known are {known}; a text stands in brackets: [{text}]. Nearest: {nearest}':
    'o formato de data "{pattern}" tem "{piece}", que não é conhecido. Conhecidos são {known}; um texto fica entre colchetes: [{text}]. Mais próximo: {nearest}',
  'The date pattern "{pattern}" {problem}. Nearest: {nearest}':
    'o formato de data "{pattern}" {problem!}. Mais próximo: {nearest}',
  'The date pattern "{pattern}" names no year, month and day, which a date has':
    'o formato de data "{pattern}" não tem ano, mês e dia',
  'string.{name}({arguments}): {part} index out of range': '{name}(): posição fora do intervalo',
  'int() cannot make a whole number of it': 'int(): não é possível converter em inteiro',
  'these types do not go together: {types}': 'não se calcula assim entre estes tipos: {types}',
  'these types do not go together: {types}; write coalesce(value, 0) where nothing counts as zero':
    'não se calcula assim entre estes tipos: {types}; escreva coalesce(valor, 0) onde nada conta como zero',
  "Ternary condition must be bool, got '{type}'": 'a condição antes de "?" deve ser verdadeira ou falsa, e não {type}',
  'both sides of && and || must be true or false: {type}':
    'os lados de && e || devem ser verdadeiros ou falsos, e não {type}',
  'Invalid duration string: {text}': 'duração inválida: {text}',
  'bool() conversion error: invalid string value {value}': 'bool(): {value} não é verdadeiro nem falso',
  'string.{name}(search, fromIndex): fromIndex out of range': '{name}(): posição inicial fora do intervalo',
  'The expression cannot be compiled (line {line}, column {column}): {reason}.':
    'A expressão não pode ser compilada (linha {line}, coluna {column}): {reason~}.',
  'The expression cannot be compiled (line {line}, column {column}): {reason}':
    'A expressão não pode ser compilada (linha {line}, coluna {column}): {reason~}',
  '{problem}; did you mean "{name}"?': '{problem!}; você quis dizer "{name}"?',
  'there is no "{name}"': 'não há "{name}"',
  'there is no "{name}"; a field of the record is written {right}':
    'não há "{name}"; um campo do registro se escreve {right}',
  'there is no function "{name}"': 'não há a função "{name}"',
  '{name}() does not take ({types}); it is written {usage}': '{name}() não aceita ({types}); escreve-se {usage}',
  'a text in quotes is not closed': 'um texto entre aspas não foi fechado',
  'leave out the = at the beginning': 'tire o = do início',
  'write {right} in the place of {wrong}': 'escreva {right} em vez de {wrong}',
  'the expression ends too early; a bracket or a value is missing':
    'a expressão termina cedo demais; falta um parêntese ou um valor',
  'The expression cannot be compiled: {reason}.': 'A expressão não pode ser compilada: {reason~}.',
  'The expression cannot be compiled: {reason}': 'A expressão não pode ser compilada: {reason~}',
  'Field "{field}": the expression was stopped because it took more than the {budget} ms of computing that a record of this size has. Make it loop over less, or give the mapping more: computeMs is {own} and may be up to {most}.':
    'Campo "{field}": a expressão foi interrompida porque passou dos {budget} ms de cálculo que um registro deste tamanho tem. Faça-a percorrer menos, ou dê mais ao mapeamento: computeMs é {own} e pode ir até {most}.',
  'Field "{field}": the expression was stopped because it took more than the {size} MB of memory that one record has. Make it loop over less.':
    'Campo "{field}": a expressão foi interrompida porque passou dos {size} MB de memória que um registro tem. Faça-a percorrer menos.',
  'The mapping asks for {own} ms of computing a record; the operator allows {most}.':
    'O mapeamento pede {own} ms de cálculo por registro; o operador permite {most}.',
  '{count} MB of memory': '{count} MB de memória',
  'a count of seconds is out of range': 'uma contagem de segundos está fora do intervalo',
  'date_format does not know {piece}': 'date_format não conhece {piece}',
  '{value} does not fit into 64 bits': '{value} não cabe em 64 bits',
  'a number has more than 1000 digits': 'um número tem mais de 1000 dígitos',
  '{value} is not a finite number': '{value} não é um número finito',
  '{value} is not a number in plain digits': '{value} não é um número em dígitos simples',
  'division by zero': 'divisão por zero',
  'a result has more than 1000 digits': 'um resultado tem mais de 1000 dígitos',
  'a scale is a whole number from -100 to 100': 'uma escala é um número inteiro de -100 a 100',

  // editions
  'The date pattern "{pattern}" has "{piece}", which is not understood. Known are {known}; a text stands in brackets: [{text}]. Nearest: {nearest}.':
    'O padrão de data "{pattern}" tem "{piece}", que não é entendido. Conhecidos são {known}; um texto fica entre colchetes: [{text}]. Mais próximo: {nearest}.',
  'The date pattern "{pattern}" {problem}. Nearest: {nearest}.':
    'O padrão de data "{pattern}" {problem!}. Mais próximo: {nearest}.',
  'counts hours to 12 without saying AM or PM': 'conta as horas até 12 sem dizer AM ou PM',
  'has minutes (mm) where a month (MM) is meant': 'tem minutos (mm) onde se quer um mês (MM)',
  'has a month (MM) where minutes (mm) are meant': 'tem um mês (MM) onde se querem minutos (mm)',
  'has fractions (S) where seconds (ss) are meant': 'tem frações (S) onde se querem segundos (ss)',
  'names no time zone, which the pattern writes; name one': 'não indica fuso horário, que o padrão escreve; indique um',
  'The date pattern "{pattern}" names no year, month and day, which a date has.':
    'O padrão de data "{pattern}" não indica ano, mês e dia, que uma data tem.',
  'is not written as {pattern}': 'não está escrito como {pattern}',
  'has the value "{value}", which is no number': 'tem o valor "{value}", que não é um número',
  'has the value "{value}", which is no date': 'tem o valor "{value}", que não é uma data',
  'compares "{value}" with "{text}", which is a number; choose the type text where characters are meant':
    'compara "{value}" com "{text}", que é um número; escolha o tipo texto onde valem os caracteres',
  'compares "{value}" with "{text}", which is a date; choose the type text where characters are meant':
    'compara "{value}" com "{text}", que é uma data; escolha o tipo texto onde valem os caracteres',
  'compares "{value}" with "{text}", which is a text; choose the type text where characters are meant':
    'compara "{value}" com "{text}", que é um texto; escolha o tipo texto onde valem os caracteres',
  'has {value} at place {place} of its list; a list has texts, numbers, true and false':
    'tem {value} na posição {place} da lista; uma lista tem textos, números, true e false',
  'compares "{value}" with "{text}", of which only one names a time zone; choose the zone of "{field}"':
    'compara "{value}" com "{text}", dos quais só um indica fuso horário; escolha o fuso de "{field}"',
  'is missing in this line and would be taken from outside it; write "{source}.{path}" for the line\'s own, "$.{header}" for the header\'s':
    'falta nesta linha e seria tomado de fora dela; escreva "{source}.{path}" para o da linha, "$.{header}" para o do cabeçalho',
  'has an offset from UTC with minutes above 59': 'tem um deslocamento de UTC com minutos acima de 59',
  'a text and a number are not added; write concat(a, b) for a text, add(a, b) for a number':
    'um texto e um número não se somam; escreva concat(a, b) para um texto, add(a, b) para um número',
  'a length to pad to is a whole number from 0 to 10000':
    'um tamanho de preenchimento é um número inteiro de 0 a 10000',
  'a list grows beyond {max} elements': 'uma lista passa de {max} elementos',
  'a text grows beyond {max} characters': 'um texto passa de {max} caracteres',
  'replace needs a text to look for': 'replace precisa de um texto a procurar',
  'a pattern has at most 1000 characters': 'um padrão tem no máximo 1000 caracteres',
  '"{pattern}" is not a pattern of RE2': '"{pattern}" não é um padrão de RE2',
  'the record grows too large': 'o registro fica grande demais',
  'the result is a type or a function, which no field can hold':
    'o resultado é um tipo ou uma função, que nenhum campo comporta',
  'the result is {result}, which is no number': 'o resultado é {result}, que não é um número',
  'the result is a map whose keys are no texts': 'o resultado é um mapa cujas chaves não são textos',
  'Literals of bytes are not supported; pass a binary field on, or use base64(field)':
    'Literais de bytes não são suportados; passe adiante um campo binário ou use base64(field)',
  '"{name}" is nested more than {max} deep': '"{name}" tem mais de {max} níveis de aninhamento',
  'Keys of a map are texts in quotes': 'As chaves de um mapa são textos entre aspas',
  'A map cannot have the key "{key}"': 'Um mapa não pode ter a chave "{key}"',
  'bytes() is not supported; pass a binary field on, or use base64(field)':
    'bytes() não é suportado; passe adiante um campo binário ou use base64(field)',
  'has() asks whether a record has a field; now has none':
    'has() pergunta se um registro tem um campo; now não tem nenhum',
  'matches() can run for hours on some texts; use rmatch(), whose time is bounded':
    'matches() pode levar horas em alguns textos; use rmatch(), cujo tempo é limitado',
  "{name}() depends on the server's own time zone; use date_format(date, pattern, zone)":
    '{name}() depende do fuso horário do próprio servidor; use date_format(date, pattern, zone)',
  'timestamp() needs a time zone in "{text}"': 'timestamp() precisa de um fuso horário em "{text}"',
  'lookup() takes the id of a value map and a value.': 'lookup() recebe o id de um mapa de valores e um valor.',
  'lookup() takes the id of a value map and a value': 'lookup() recebe o id de um mapa de valores e um valor',
  'lookup() names a value map by its id, in quotes.': 'lookup() indica um mapa de valores pelo id, entre aspas.',
  'lookup() names a value map by its id, in quotes': 'lookup() indica um mapa de valores pelo id, entre aspas',
  'find() takes the id of a strategy, a field, and the key of a record.':
    'find() recebe o id de uma estratégia, um campo e a chave de um registro.',
  'find() takes the id of a strategy, a field, and the key of a record':
    'find() recebe o id de uma estratégia, um campo e a chave de um registro',
  'find() takes values of the key, or conditions in braces, not both.':
    'find() recebe os valores da chave ou condições entre chaves, não ambos.',
  'find() takes values of the key, or conditions in braces, not both':
    'find() recebe os valores da chave ou condições entre chaves, não ambos',
  'find() names a strategy by its id, in quotes.': 'find() indica uma estratégia pelo id, entre aspas.',
  'find() names a strategy by its id, in quotes': 'find() indica uma estratégia pelo id, entre aspas',
  'find() names the field it takes in quotes.': 'find() indica o campo que toma entre aspas.',
  'find() names the field it takes in quotes': 'find() indica o campo que toma entre aspas',
  'find() takes 1 to {max} conditions.': 'find() recebe de 1 a {max} condições.',
  'find() takes 1 to {max} conditions': 'find() recebe de 1 a {max} condições',
  'find() stands in find() more than {max} deep.': 'find() está dentro de find() em mais de {max} níveis.',
  'find() stands in find() more than {max} deep': 'find() está dentro de find() em mais de {max} níveis',
  'The options of a look-up stand in braces: {list}.': 'As opções de uma consulta ficam entre chaves: {list}.',
  'The options of a look-up stand in braces: {list}': 'As opções de uma consulta ficam entre chaves: {list}',
  'The options of a look-up are: {list}.': 'As opções de uma consulta são: {list}.',
  'The options of a look-up are: {list}': 'As opções de uma consulta são: {list}',
  'The option "{name}" is a text in quotes.': 'A opção "{name}" é um texto entre aspas.',
  'The option "{name}" is a text in quotes': 'A opção "{name}" é um texto entre aspas',
  'The option "{name}" is one of: {list}.': 'A opção "{name}" é uma de: {list}.',
  'The option "{name}" is one of: {list}': 'A opção "{name}" é uma de: {list}',
  'The key of find() is asked for before the record is mapped: make it of fields, operators and functions, without loops and patterns. For each element of a list, map the list as lines.':
    'A chave de find() é consultada antes de o registro ser mapeado: forme-a de campos, operadores e funções, sem laços nem padrões. Para cada elemento de uma lista, mapeie a lista como linhas.',
  'The key of find() is asked for before the record is mapped: make it of fields, operators and functions, without loops and patterns. For each element of a list, map the list as lines':
    'A chave de find() é consultada antes de o registro ser mapeado: forme-a de campos, operadores e funções, sem laços nem padrões. Para cada elemento de uma lista, mapeie a lista como linhas',
  'The key of "{name}" has {count} fields: {list}.': 'A chave de "{name}" tem {count} campos: {list}.',
  'The key of "{name}" has {count} fields: {list}': 'A chave de "{name}" tem {count} campos: {list}',
  'is what find() could not work out before the page was asked; make its key of fields by fewer steps':
    'é o que find() não pôde calcular antes de a página ser consultada; forme a chave de campos em menos passos',
  'Field "{field}": the expressions ended the process they were worked out in. Make them smaller.':
    'Campo "{field}": as expressões encerraram o processo em que eram calculadas. Torne-as menores.',

  // words of SQL and spreadsheets
  '{function}() takes a text, and not a list of {count}; write size(list), join(list, ",") or toText(list)':
    '{function}() recebe um texto, e não uma lista de {count}; escreva size(lista), join(lista, ",") ou toText(lista)',
  '{function}() takes a text, and not an object; name one of its fields, or write toText(object)':
    '{function}() recebe um texto, e não um objeto; escreva um de seus campos, ou toText(objeto)',
  '"{zone}" is no known time zone; zones are written Asia/Shanghai':
    '"{zone}" não é um fuso conhecido; fusos se escrevem Asia/Shanghai',
  'null is no number; write coalesce(value, 0) where nothing counts as zero':
    'nulo não é um número; escreva coalesce(valor, 0) onde nada conta como zero',
  'a condition is true or false, and not {value}; ask with a comparison':
    'uma condição é verdadeira ou falsa, e não {value~}; escreva uma comparação',
  'A CASE is written: CASE WHEN condition THEN value ELSE value END':
    'Um CASE escreve-se: CASE WHEN condição THEN valor ELSE valor END',
  'A CASE is written: CASE WHEN condition THEN value ELSE value END.':
    'Um CASE escreve-se: CASE WHEN condição THEN valor ELSE valor END.',
  'padding needs a text to fill with': 'completar precisa de um texto para preencher',
  'repeat counts from 0': 'repeat conta a partir de 0',
  'split_part counts from 1, or from the end from -1': 'split_part conta a partir de 1, ou do fim a partir de -1',
  'split_part needs a separator': 'split_part precisa de um separador',
  'substring_index needs a separator': 'substring_index precisa de um separador',
  'positions count from 1': 'as posições contam a partir de 1',
  'substring counts positions from 1, or from the end from -1':
    'substring conta posições a partir de 1, ou do fim a partir de -1',
  '"{flag}" is no flag of a pattern; flags are i, m and s':
    '"{flag}" não é uma opção de padrão; as opções são i, m e s',
  '"{pattern}" looks ahead or behind, which patterns here cannot; take a group instead':
    '"{pattern}" olha à frente ou para trás, o que os padrões aqui não fazem; use um grupo',
  '"{pattern}" refers back to a group, which patterns here cannot':
    '"{pattern}" refere-se a um grupo anterior, o que os padrões aqui não fazem',
  '"{pattern}" has no group {group}': '"{pattern}" não tem o grupo {group}',
  'a key to sort by is a field in quotes, or {"desc": "field"}':
    'uma chave de ordenação é um campo entre aspas, ou {"desc": "campo"}',
  '"{unit}" is no period; periods are {list}': '"{unit}" não é um período; os períodos são {list}',
  'work days are counted over at most {max} days': 'dias úteis são contados em no máximo {max} dias',
  'an exponent is a whole number from -100 to 100': 'um expoente é um número inteiro de -100 a 100',

  // derived fields
  'A look-up names the derived fields it asks with: derived.name, not all of derived.':
    'Uma consulta nomeia os campos derivados com que pergunta: derived.nome, não derived inteiro.',
  'A look-up asks with this derived field before the record is mapped: make it of fields, operators and functions, without loops and patterns.':
    'Uma consulta pergunta com este campo derivado antes de o registro ser mapeado: faça-o de campos, operadores e funções, sem laços nem padrões.',
  'The look-up asks with {names}, which waits for look-ups itself, more than {count} one after the other.':
    'A consulta pergunta com {names}, que espera por outras consultas, mais de {count} seguidas.',
  'There is no derived field "{name}". A field of the record that is called derived is written $.derived.':
    'Não há campo derivado "{name}". Um campo do registro chamado derived se escreve $.derived.',
  'A derived field names the ones it uses: derived.name, not all of derived.':
    'Um campo derivado nomeia os que usa: derived.nome, não derived inteiro.',
  'A derived field is called by letters, digits and _ of ASCII, and begins with no digit.':
    'O nome de um campo derivado tem letras, dígitos e _ de ASCII, e não começa com dígito.',
  'There is no derived field "{name}".': 'Não há campo derivado "{name}".',
  'Two derived fields have this name.': 'Dois campos derivados têm este nome.',
  'Derived fields use each other in a circle: {circle}.':
    'Campos derivados usam-se uns aos outros em círculo: {circle}.',
  'The row filter uses the derived field "{name}", which looks something up; what is looked up may change, and a row is filtered once.':
    'O filtro de linhas usa o campo derivado "{name}", que faz uma consulta; o consultado pode mudar, e uma linha é filtrada uma vez.',
  'there is no {name}(): a record that is mapped again must come out as before; build the value from its fields':
    'não há {name}(): um registro mapeado de novo deve sair igual; forme o valor com os campos dele',
  '"{character}" is no character of GBK': '"{character}" não é um caractere do GBK',
  '"{encoding}" is no encoding that is measured; these are {list}':
    '"{encoding}" não é uma codificação que se mede; são elas {list}',
}
