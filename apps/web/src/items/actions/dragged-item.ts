/** The type of a dragged row's data; the lists of days ignore other drags. */
export const draggedType = 'application/x-foray-item';
