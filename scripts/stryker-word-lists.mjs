// A Stryker plugin that skips word lists (`['draft', 'published'] as const`). Types are derived from them, so an
// emptied one does not compile, and Stryker can't ask TypeScript 7 whether it does.
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const isWord = (element) => element?.type === 'StringLiteral';

const ignorer = {
  shouldIgnore({ node }) {
    const isConst = node.type === 'TSAsExpression' && node.typeAnnotation.typeName?.name === 'const';
    const isList = isConst && node.expression.type === 'ArrayExpression';
    return isList && node.expression.elements.every(isWord)
      ? 'An emptied list of words does not compile.'
      : undefined;
  },
};

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'word-lists', ignorer)];
