import { Argument, Command } from '@commander-js/extra-typings';

/** Makes `neap completion`. */
export const completionCommand = () =>
  new Command('completion')
    .description(
      'Prints a script by which a shell completes commands, options, their values and files. Evaluate it where the ' +
        'shell starts, or save it where the shell looks for such scripts.',
    )
    .addArgument(new Argument('<shell>', 'shell to make it for').choices(['bash', 'zsh', 'fish'] as const))
    .addHelpText(
      'after',
      `
Examples:
  $ neap completion bash > ~/.local/share/bash-completion/completions/neap
  $ neap completion fish > ~/.config/fish/completions/neap.fish
  $ neap completion zsh > _neap     in a folder of $fpath

The script is that of this version: make it anew after an update.`,
    );
