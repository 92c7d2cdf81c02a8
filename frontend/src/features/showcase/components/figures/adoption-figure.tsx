import { ADOPTION } from '../../../../content/demo-workspace';
import { classNames } from '../../../../ui/class-names';
import { FigureFrame } from './figure-frame';

export function AdoptionFigure() {
  return (
    <FigureFrame label="Three tools with ten features each: nine, six, and one are in use.">
      <div className="grid gap-3">
        {ADOPTION.map(({ tool, used, of }) => (
          <div key={tool}>
            <div className="flex justify-between">
              <span className={classNames('font-semibold', used < of / 4 && 'marked')}>{tool}</span>
              <span className="figure">
                {used} of {of}
              </span>
            </div>
            <div className="mt-1 grid h-2.5 grid-cols-10 gap-0.5">
              {Array.from({ length: of }, (_, index) => (
                <span key={index} className={index < used ? 'bg-ink' : 'border border-rule-strong'} />
              ))}
            </div>
          </div>
        ))}
      </div>
    </FigureFrame>
  );
}
