import { StrictMode, useLayoutEffect, useRef, useState } from 'react';
import { page } from 'vitest/browser';
import { render } from '../../ui/testing/render.tsx';
import { focusReturned, focusWhenBack, useListFocus } from './list-focus.ts';

const none: readonly string[] = [];
const one: readonly string[] = ['one'];

function Row() {
  useLayoutEffect(focusReturned, []);
  return (
    <div data-uuid="one">
      <button data-control="title">One</button>
    </div>
  );
}

/** A list whose rows come some time after its item has returned, as those of a long list may. */
function LateRows() {
  const list = useRef<HTMLDivElement>(null);
  const [uuids, setUuids] = useState(none);
  const [hasRows, setHasRows] = useState(false);
  const focus = useListFocus(list, uuids);
  return (
    <>
      <h1 tabIndex={-1} data-route-heading>
        Heading
      </h1>
      <div data-toast-region>
        <button
          onClick={() => {
            focusWhenBack('one');
            setUuids(one);
          }}
        >
          Undo
        </button>
      </div>
      <div ref={list} {...focus}>
        {hasRows && <Row />}
      </div>
      <output onAnimationEnd={() => setHasRows(true)}>{uuids.length}</output>
    </>
  );
}

test('[LIST-18] the focus waits on the heading until the list of a returned item has rows', async () => {
  render(<LateRows />);
  const count = page.getByRole('status');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(count).toHaveTextContent('1');
  await expect.element(page.getByRole('heading', { name: 'Heading' })).toHaveFocus();
  // Rendering the rows does not take the focus.
  count.element().dispatchEvent(new Event('animationend', { bubbles: true }));
  await expect.element(page.getByRole('button', { name: 'One' })).toHaveFocus();
});

/** A row that takes the focus when it is first shown, as a quick person may. */
function QuickList() {
  const list = useRef<HTMLDivElement>(null);
  const hasFocused = useRef(false);
  const focus = useListFocus(list, one);
  return (
    <>
      <h1 tabIndex={-1} data-route-heading>
        Heading
      </h1>
      <div ref={list} {...focus}>
        <div data-uuid="one">
          <button
            data-control="title"
            ref={(button) => {
              if (!hasFocused.current) button?.focus();
              hasFocused.current = true;
            }}
          >
            One
          </button>
        </div>
      </div>
    </>
  );
}

test('[LIST-18] the focus stays in a list when its effects run again', async () => {
  render(
    <StrictMode>
      <QuickList />
    </StrictMode>,
  );
  await expect.element(page.getByRole('button', { name: 'One' })).toHaveFocus();
});
